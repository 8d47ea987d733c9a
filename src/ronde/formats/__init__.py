"""The printing room: files in and out."""
