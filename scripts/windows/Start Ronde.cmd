@echo off
rem Opens the desk in the browser. Tournaments are kept in the folder Ronde of your own folder, outside this one.
rem Close this window to stop.
title Ronde
chcp 65001 >nul
if not exist "%USERPROFILE%\Ronde" mkdir "%USERPROFILE%\Ronde"
"%~dp0python\python.exe" -P -m ronde serve "%USERPROFILE%\Ronde" --desk
if errorlevel 1 pause
