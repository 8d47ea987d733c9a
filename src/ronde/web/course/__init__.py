"""The pages of a course: students hand programs in, the teacher sees everybody, the ladder ranks them."""
