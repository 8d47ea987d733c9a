@"%~dp0python\python.exe" -P -m ronde %*
