extension ChineseTable {
    /// For help, the settings and the manual.
    static let help: [String: String] = [
        "Columns": "专栏",
        "Reading and listening": "阅读与收听",
        "The running player": "正在运行的播放器",
        "Library": "资料库",
        "Upkeep": "维护",
        "The program": "程序",
        "Print JSON for programs.": "输出供程序使用的 JSON。",
        "Print nothing but results and errors.": "只输出结果和错误。",
        "Say more of what is done.": "详细说明所做的事。",
        "Colour: auto, always, never.": "颜色：auto、always、never。",
        "Show this help.": "显示本帮助。",
        "How many feeds are fetched at once.": "同时获取多少个订阅源。",
        "How many of them from one host.": "其中同一主机最多多少个。",
        "How long a feed's server may be silent.": "订阅源服务器可以多久没有响应。",
        "No feed may be larger.": "订阅源大小的上限。",
        "A sync that would change more of a known column is held.":
            "如果同步将更改已知专栏中超过此比例的内容，就先搁置。",
        "Whether images of articles are kept for reading offline.": "是否保存文章图片供离线阅读。",
        "How many files are fetched at once.": "同时下载多少个文件。",
        "After how many fruitless attempts in a row a file has failed.": "文件连续多少次尝试没有进展即算失败。",
        "How long to wait before another attempt; it grows.": "再次尝试前等待多久；逐次增加。",
        "How long a connection may take.": "建立连接最多用多久。",
        "How long a server may be silent within a file.": "传输文件时服务器可以多久没有响应。",
        "How many bytes a second downloads may take together.": "所有下载合计每秒最多多少字节。",
        "The folder of audio files; none: the usual place.": "存放音频文件的文件夹；none：默认位置。",
        "How much of the disk downloads leave free.": "下载时给磁盘保留多少空间。",
        "Whether files have links with readable names in by-column/.":
            "是否在 by-column/ 中为文件建立易读名称的链接。",
        "How many new episodes of a column download --new takes.":
            "download --new 为每个专栏下载多少个新单集。",
        "It keeps so many next ones of a course instead, oldest first; 0: off.":
            "改为提前备好课程接下来的若干集，从旧到新；0：关闭。",
        "It takes only titles with one of these texts: Interview|Special.":
            "只下载标题含有这些文本之一的：Interview|Special。",
        "It takes no titles with one of these texts: Trailer|Repeat.":
            "不下载标题含有这些文本之一的：Trailer|Repeat。",
        "It takes none that the feed calls shorter.": "不下载订阅源标明短于此时长的。",
        "It takes none that the feed calls longer.": "不下载订阅源标明长于此时长的。",
        "How much audio the storage rules let stand.": "存储规则允许保留多少音频。",
        "How long what was cleaned away can be had back.": "清理掉的内容在多久之内可以恢复。",
        "How fast episodes play.": "播放单集的倍速。",
        "How far a step backward goes.": "后退一步跳多远。",
        "How far a step forward goes.": "前进一步跳多远。",
        "How much of an episode's beginning is left out.": "跳过单集开头多长。",
        "How far ahead a stream is fetched; none fetches the whole file.":
            "在线播放时提前获取多长；none 表示获取整个文件。",
        "How much of its end is left out.": "跳过结尾多长。",
        "Others: paused (solo), let be (mix), made quieter (duck), first (ambient).":
            "对其他播放器：暂停（solo）、不管（mix）、压低（duck）、让先（ambient）。",
        "How the full screen shows covers; auto: as the terminal says it can.":
            "全屏界面如何显示封面；auto：按终端所能。",
        "Whether cover pictures are fetched for desktops.": "是否为桌面获取封面图片。",
        "Whether playing goes on a little before where it stopped.": "继续播放时是否从停下处稍前开始。",
        "Whether silence is shortened.": "是否缩短静音。",
        "Whether loudness is made even.": "是否均衡响度。",
        "Where sound goes: auto, pulse, ao, ao:NAME, null or wav:FILE.":
            "声音输出到：auto、pulse、ao、ao:NAME、null 或 wav:FILE。",
        "How long the sound fades before the sleep timer stops it.": "睡眠定时停止播放前淡出多久。",
        "Whether the desktop is told of new episodes.": "有新单集时是否通知桌面。",
        "Whether the desktop is told of finished downloads.": "下载完成时是否通知桌面。",
        "When the timer sets itself, as 22:00-06:00 30m; none: never.":
            "何时自动启动睡眠定时，如 22:00-06:00 30m；none：从不。",
        "How the program names itself to servers.": "程序向服务器自称的名称。",
        "Where logins are kept; auto: in the desktop's keyring where it runs.":
            "登录信息存放在何处；auto：桌面密钥环运行时存入其中。",
        "Whether column sync also syncs with other devices.": "column sync 是否也与其他设备同步。",
        "More removals by other devices than this need a yes.": "其他设备的退订超过此数时需要确认。",
        "Whether the server learns of feeds with a login or token.": "服务器是否可以得知带登录信息或令牌的订阅源。",
        "Where the iTunes Search API is; none: it is not asked.":
            "iTunes Search API 的地址；none：不查询。",
        "Where Podcast Index is; it is asked with a key only.": "Podcast Index 的地址；有密钥时才查询。",
        "How many backups are kept that are made by themselves.": "保留多少个自动备份。",
        "How often a sync makes a backup; none: never.": "同步每隔多久做一次备份；none：从不。",
        "The tags of a column, as News/Daily, Science.": "专栏的标签，如 News/Daily, Science。",
        "Whether feeds on the internet may name hosts of your own network: refuse or allow.":
            "互联网上的订阅源能否指向您自己网络中的主机：refuse 或 allow。",
        "The proxy's address; none: as the environment says.": "代理的地址；none：按环境变量。",
        "Show help.": "显示帮助。",
        "Print the version.": "显示版本。",
        "Usage:": "用法：",
        "Commands:": "命令：",
        "Options:": "选项：",
        "More examples:": "更多示例：",
        "Next: ": "下一步：",
        "Subscribes to a column, and reads it.": "订阅一个专栏，并读取它。",
        "Columns and podcasts for the terminal: sync, download, read, play, offline.":
            "终端里的专栏和播客：同步、下载、阅读、播放，离线可用。",
        "“column COMMAND --help” says more of a command.": "“column COMMAND --help”显示某个命令的详情。",
        "A call that is none of these is handed to util-linux’s column.":
            "不属于以上的调用将交给 util-linux 的 column。",
        "Hooks are your own programs that column runs when something has happened. They lie in the folder hooks beside the settings (“column config path” names these, as ~/.config/column/config) and are named after the event:":
            "钩子是您自己的程序，在某事发生时由 column 运行。它们位于设置文件旁的 hooks 文件夹中（“column config path”给出设置文件，如 ~/.config/column/config），以事件命名：",
        "  episode-new        a sync found an episode that is new":
            "  episode-new        同步发现了新单集",
        "  download-complete  a download is whole": "  download-complete  一个下载已完成",
        "  playback-ended     an episode was heard to its end":
            "  playback-ended     一个单集听到了结尾",
        "  sync-done          a sync is over": "  sync-done          一次同步结束",
        "Each gets one JSON object on standard input, with version, event, at (seconds since 1970), and: episode (id, column, columnTitle, guid, title, published, duration, link, audioURL); for download-complete also path and bytes; for sync-done columns, added, updated and failed.":
            "每个钩子从标准输入得到一个 JSON 对象，含 version、event、at（1970 年以来的秒数），以及：episode（id、column、columnTitle、guid、title、published、duration、link、audioURL）；download-complete 还有 path 和 bytes；sync-done 有 columns、added、updated 和 failed。",
        "A hook has 30 seconds. It never stops or fails the run; what it prints is not shown, and its first line is told by --verbose where the hook fails. Of a sync’s new episodes the first 100 are told one by one. A hook that may not be executed, or that others may write, is not run, and that is said.":
            "每个钩子限时 30 秒。它不会使运行停止或失败；它的输出不显示，失败时 --verbose 会给出其第一行。一次同步的新单集，前 100 个逐个告知。不可执行的钩子，或他人可写的钩子，不会运行，并会说明。",
        "  # hooks/download-complete: what to do with a file":
            "  # hooks/download-complete：如何处理文件",
        "SYNOPSIS": "概述",
        "DESCRIPTION": "描述",
        "COMMANDS": "命令",
        "Each has a page of its own, as column-sync(1).": "每个命令都有自己的手册页，例如 column-sync(1)。",
        "Every command takes these.": "所有命令都接受这些选项。",
        "OPTIONS": "选项",
        "EXIT STATUS": "退出状态",
        "ENVIRONMENT": "环境变量",
        "FILES": "文件",
        "ERROR CODES": "错误代码",
        "The codes of errors in JSON, which never change their meaning.":
            "JSON 中错误的代码，其含义永不改变。",
        "SEE ALSO": "参见",
        "EXAMPLES": "示例",
        "The options of every command are in column(1).": "所有命令共有的选项见 column(1)。",
        "the settings of column": "column 的设置",
        "File Formats": "文件格式",
        "SETTINGS": "设置项",
        " A column may have its own.": "专栏可以有自己的值。",
        "%1 It takes %2.%3": "%1可用的值：%2。%3",
        "User Commands": "用户命令",
        "columns and podcasts for the terminal: sync, download, read, play, offline":
            "终端里的专栏和播客：同步、下载、阅读、播放，离线可用",
        "A column is a series of episodes; an episode has an article and usually audio. “column sync” fetches what is new, “column download” keeps it, “column play” plays it. All works without a network, from what was synced and downloaded.":
            "专栏是一系列单集；单集有文章，通常还有音频。“column sync”获取新内容，“column download”保存它，“column play”播放它。同步和下载之后，没有网络也都能使用。",
        "Episodes and columns are named by the number that “column list” shows, by words of the title, by guid or by address.":
            "单集和专栏用“column list”显示的编号、标题中的词、guid 或地址来指定。",
        "util-linux has a column, too. A call without arguments whose input is no terminal, with an option first, or with the name of a file first is handed to it: “… | column -t” works as ever. It is the next column on PATH that is not this program, else column.util-linux beside this program.":
            "util-linux 也有一个 column。如果调用不带参数而输入不是终端，或者以选项开头，或者以文件名开头，就会交给它：“… | column -t”照常工作。它是 PATH 中除本程序外的下一个 column，否则是本程序旁边的 column.util-linux。",
        "Debian’s package of this program moves util-linux’s column to /usr/bin/column.util-linux and its page to column.util-linux(1) by dpkg-divert(1); they move back when the package is removed.":
            "本程序的 Debian 软件包用 dpkg-divert(1) 将 util-linux 的 column 移到 /usr/bin/column.util-linux，其手册页移到 column.util-linux(1)；卸载软件包时会移回。",
        "A fault of the program.": "程序故障。",
        "All well.": "一切正常。",
        "Nothing could be reached.": "什么都无法连接。",
        "Some items failed; they are named.": "部分项目失败；已逐一列出。",
        "Nothing, or more than one thing, is called so; or no player runs.":
            "没有或不止一个这样的名称；或没有播放器在运行。",
        "A login is needed.": "需要登录。",
        "The disk is full.": "磁盘已满。",
        "Another run holds the lock that is needed; nothing was lost, try again.":
            "另一次运行占用着所需的锁；没有丢失任何内容，请再试。",
        "Ended by SIGHUP; all that was fetched is kept.": "被 SIGHUP 结束；已获取的内容都会保留。",
        "Ended by SIGINT; all that was fetched is kept.": "被 SIGINT 结束；已获取的内容都会保留。",
        "Whoever read the output went away.": "读取输出的一方已离开。",
        "Ended by SIGTERM; all that was fetched is kept.": "被 SIGTERM 结束；已获取的内容都会保留。",
        "A folder for all files of the program, in place of those below.":
            "存放程序所有文件的文件夹，代替下面各处。",
        "Where files lie, as the XDG base directory specification says.":
            "文件的位置，依照 XDG 基本目录规范。",
        "No colours, unless --color asks for them.": "不用颜色，除非 --color 要求。",
        "What “column read” shows long texts with; less where it is not set.":
            "“column read”用来显示长文本的程序；未设置时用 less。",
        "Proxies, unless http.proxy is set.": "代理，除非设置了 http.proxy。",
        "Where a service manager is told what is being done (sd_notify(3)).":
            "向服务管理器报告正在做什么的地方（sd_notify(3)）。",
        "The settings; see column-config(5).": "设置；见 column-config(5)。",
        "Your own programs, told of events; see HOOKS.": "您自己的、接收事件的程序；见“钩子”。",
        "The library.": "资料库。",
        "The audio files.": "音频文件。",
        "The images of articles.": "文章的图片。",
        "The logins, for you alone.": "登录信息，只有您能读取。",
        "Backups that were made by themselves.": "自动备份。",
        "The player’s socket.": "播放器的套接字。",
        "A line of the file holds a setting’s name and its value, with “=” between them. What stands after a “#” at a line’s beginning is left out. “column config set” writes the file; it may be edited, too. A line that cannot be used is named, and the default holds.":
            "文件的每一行是设置的名称和值，中间用“=”。行首“#”之后的内容被忽略。“column config set”写入该文件；也可以直接编辑。无法使用的行会被指出，并采用默认值。",
        "Settings that a column may have of its own are set with “column config set --column COLUMN”, and lie in the library.":
            "专栏自己的设置用“column config set --column COLUMN”设定，存放在资料库中。",
        "Lengths of time have a unit, as 250ms, 3s, 5m, 2h, 7d; sizes too, as 64KiB, 512MiB, 2GiB.":
            "时长带单位，如 250ms、3s、5m、2h、7d；大小也是，如 64KiB、512MiB、2GiB。",
    ]
}
