<?php
// Before every engine: writes down what it was asked.
file_put_contents(getenv('JOURNAL'), $_SERVER['QUERY_STRING']."\n", FILE_APPEND | LOCK_EX);
