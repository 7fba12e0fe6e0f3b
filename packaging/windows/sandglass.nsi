; SPDX-License-Identifier: GPL-3.0-or-later
; The installer for Windows, for one user and without administrator rights. Data of the user are never touched.
;
;   makensis -INPUTCHARSET UTF8 -DVERSION=… -DPAYLOAD=<folder> -DUNINSTALL_LIST=<file> -DOUTPUT=<file> -DLICENCE=<file> sandglass.nsi
;
;   PAYLOAD          what is installed: bin, libexec, share, …
;   UNINSTALL_LIST   the commands of uninstall_list.cmake for this payload
;   ICON             of the installer, an .ico file; optional
;   PROGRAM          the program in the payload; bin\sandglass.exe
;   PROOF            set for a payload that is not for Windows; the first page says so
;
; Switches of the installer: /S without windows, /D=<folder> as the last one. Exit codes: 0 done, 1 cancelled,
; 2 failed (Sandglass runs, or a file could not be written).

!ifndef VERSION | PAYLOAD | UNINSTALL_LIST | OUTPUT | LICENCE
    !error "VERSION, PAYLOAD, UNINSTALL_LIST, OUTPUT and LICENCE must be defined"
!endif
!ifndef PROGRAM
    !define PROGRAM "bin\sandglass.exe"
!endif
!define NAME "Sandglass"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define CAPABILITIES_KEY "Software\${NAME}\Capabilities"
!define LINK_CLASS "Sandglass.Link"

; a 64-bit program, like what it installs: 32-bit Windows does not start it
Target amd64-unicode
ManifestDPIAware true
RequestExecutionLevel user
SetCompressor /SOLID lzma
Name "${NAME}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "Software\${NAME}" "InstallDir"
BrandingText "${NAME} ${VERSION}"

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WinVer.nsh"

!define MUI_ABORTWARNING
!ifdef ICON
    !define MUI_ICON "${ICON}"
    !define MUI_UNICON "${ICON}"
!endif
!ifdef PROOF
    !define MUI_WELCOMEPAGE_TEXT "$(ProofText)"
!endif
!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}"

Var StartMenuFolder
!define MUI_STARTMENUPAGE_DEFAULTFOLDER "${NAME}"
!define MUI_STARTMENUPAGE_REGISTRY_ROOT HKCU
!define MUI_STARTMENUPAGE_REGISTRY_KEY "Software\${NAME}"
!define MUI_STARTMENUPAGE_REGISTRY_VALUENAME "StartMenuFolder"

!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_STARTMENU Application $StartMenuFolder
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES

; the first one is used for users of other languages
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString ProofText ${LANG_ENGLISH} "This file proves that the installer works. It holds programs for Linux, which Windows cannot start. Do not install it."
LangString ProofText ${LANG_SIMPCHINESE} "此文件仅用于验证安装程序。其中的程序面向 Linux，无法在 Windows 上启动。请勿安装。"
LangString RunningText ${LANG_ENGLISH} "Sandglass is running. Close it and try again."
LangString RunningText ${LANG_SIMPCHINESE} "Sandglass 正在运行。请将其关闭后重试。"
LangString OldWindowsText ${LANG_ENGLISH} "Sandglass needs 64-bit Windows 10 or later."
LangString OldWindowsText ${LANG_SIMPCHINESE} "Sandglass 需要 64 位 Windows 10 或更高版本。"
LangString KeptText ${LANG_ENGLISH} "Settings, journal and engine data stay in"
LangString KeptText ${LANG_SIMPCHINESE} "设置、日志和引擎数据将保留在"
LangString AboutText ${LANG_ENGLISH} "See, change and rehearse what TTL indexes will delete"
LangString AboutText ${LANG_SIMPCHINESE} "查看、更改并演练 TTL 索引将要删除的内容"

VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=${LANG_ENGLISH} "ProductName" "${NAME}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "FileDescription" "Installer of ${NAME}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "CompanyName" "The Sandglass developers"
VIAddVersionKey /LANG=${LANG_ENGLISH} "LegalCopyright" "GPL-3.0-or-later"

; Shows a text, unless windows are not wanted, and ends with exit code 2.
!macro FailWith text
    MessageBox MB_OK|MB_ICONSTOP "${text}" /SD IDOK
    SetErrorLevel 2
    Quit
!macroend

; Windows does not let anybody write to a program that runs.
!macro EndIfRunning
    ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
        ClearErrors
        FileOpen $0 "$INSTDIR\${PROGRAM}" a
        ${If} ${Errors}
            !insertmacro FailWith "$(RunningText)"
        ${EndIf}
        FileClose $0
    ${EndIf}
!macroend

Function .onInit
    SetShellVarContext current
    ${IfNot} ${AtLeastWin10}
        !insertmacro FailWith "$(OldWindowsText)"
    ${EndIf}
FunctionEnd

Function un.onInit
    SetShellVarContext current
FunctionEnd

; Removes an installed version by its own uninstaller, which lists its files.
Function RemoveOldVersion
    ReadRegStr $1 HKCU "${UNINSTALL_KEY}" "InstallLocation"
    ${If} $1 != ""
    ${AndIf} ${FileExists} "$1\uninstall.exe"
        ; _?= keeps the uninstaller where it is, so that ExecWait waits for it; it cannot delete itself then
        ExecWait '"$1\uninstall.exe" /S _?=$1' $2
        ${If} $2 != 0
            !insertmacro FailWith "$(RunningText)"
        ${EndIf}
        Delete "$1\uninstall.exe"
        RMDir "$1"
    ${EndIf}
FunctionEnd

; MongoDB links: Sandglass becomes one of the programs that Windows offers for them, and never the default by itself.
; The classes "mongodb" and "mongodb+srv" may belong to another program, and are not written.
!macro WriteLinks
    WriteRegStr HKCU "Software\Classes\${LINK_CLASS}" "" "URL:MongoDB connection string"
    WriteRegStr HKCU "Software\Classes\${LINK_CLASS}" "URL Protocol" ""
    WriteRegStr HKCU "Software\Classes\${LINK_CLASS}\DefaultIcon" "" "$INSTDIR\${PROGRAM},0"
    WriteRegStr HKCU "Software\Classes\${LINK_CLASS}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
    WriteRegStr HKCU "${CAPABILITIES_KEY}" "ApplicationName" "${NAME}"
    WriteRegStr HKCU "${CAPABILITIES_KEY}" "ApplicationDescription" "$(AboutText)"
    WriteRegStr HKCU "${CAPABILITIES_KEY}\UrlAssociations" "mongodb" "${LINK_CLASS}"
    WriteRegStr HKCU "${CAPABILITIES_KEY}\UrlAssociations" "mongodb+srv" "${LINK_CLASS}"
    WriteRegStr HKCU "Software\RegisteredApplications" "${NAME}" "${CAPABILITIES_KEY}"
!macroend

!macro WriteUninstallKey
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    IntFmt $0 "0x%08X" $0
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${NAME}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${PROGRAM},0"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "The Sandglass developers"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" "$0"
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
!macroend

Section "${NAME}"
    !insertmacro EndIfRunning
    Call RemoveOldVersion
    SetOverwrite on
    ClearErrors
    SetOutPath "$INSTDIR"
    File /r "${PAYLOAD}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    ${If} ${Errors}
        SetErrorLevel 2
        Abort
    ${EndIf}
    WriteRegStr HKCU "Software\${NAME}" "InstallDir" "$INSTDIR"
    !insertmacro WriteLinks
    !insertmacro WriteUninstallKey
    !insertmacro MUI_STARTMENU_WRITE_BEGIN Application
        CreateDirectory "$SMPROGRAMS\$StartMenuFolder"
        CreateShortcut "$SMPROGRAMS\$StartMenuFolder\${NAME}.lnk" "$INSTDIR\${PROGRAM}"
    !insertmacro MUI_STARTMENU_WRITE_END
    ; notifies the shell: the programs for links have changed
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section "Uninstall"
    !insertmacro EndIfRunning
    !insertmacro MUI_STARTMENU_GETFOLDER Application $StartMenuFolder
    ${If} $StartMenuFolder != ""
        Delete "$SMPROGRAMS\$StartMenuFolder\${NAME}.lnk"
        RMDir "$SMPROGRAMS\$StartMenuFolder"
    ${EndIf}
    !include "${UNINSTALL_LIST}"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    DeleteRegKey HKCU "Software\Classes\${LINK_CLASS}"
    DeleteRegValue HKCU "Software\RegisteredApplications" "${NAME}"
    DeleteRegKey HKCU "${UNINSTALL_KEY}"
    DeleteRegKey HKCU "Software\${NAME}"
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
    DetailPrint "$(KeptText) $APPDATA\sandglass"
SectionEnd
