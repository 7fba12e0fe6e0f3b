<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
    <context>
        <name>AboutDialogs</name>
        <message>
            <source>Keyboard Shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <source>About Sandglass</source>
            <translation>关于 Sandglass</translation>
        </message>
        <message>
            <source>Sandglass %1</source>
            <translation>Sandglass %1</translation>
        </message>
        <message>
            <source>See, change and rehearse what TTL indexes will delete.

Free software under the GNU General Public License, version 3 or later.</source>
            <translation>查看、更改并演练 TTL 索引将要删除的内容。

自由软件，采用 GNU 通用公共许可证第 3 版或更高版本。</translation>
        </message>
        <message>
            <source>&amp;More shortcuts</source>
            <translation>更多快捷键(&amp;M)</translation>
        </message>
    </context>
    <context>
        <name>Alerts</name>
        <message numerus="yes">
            <source>%Ln document(s) of %1 overdue, the oldest for %2.</source>
            <extracomment>%1 is a rule such as "shop.sessions.lastSeen_1", %2 a duration such as "2 h"</extracomment>
            <translation>
                <numerusform>%1 有 %Ln 个文档逾期，最早的已逾期 %2。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>No TTL pass for %1, although %Ln document(s) are overdue.</source>
            <extracomment>%1 is a duration such as "3 min"</extracomment>
            <translation>
                <numerusform>%1 内没有运行 TTL 清理，但有 %Ln 个文档逾期。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) of %1 fall due within an hour.</source>
            <translation>
                <numerusform>%1 有 %Ln 个文档将在一小时内到期。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) of %1 fall due within a day.</source>
            <translation>
                <numerusform>%1 有 %Ln 个文档将在一天内到期。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Capabilities</name>
        <message>
            <source>Convert an ordinary index into a TTL index</source>
            <translation>将普通索引转换为 TTL 索引</translation>
        </message>
        <message>
            <source>Hide an index from queries</source>
            <translation>对查询隐藏索引</translation>
        </message>
        <message>
            <source>Create an index that is hidden</source>
            <translation>创建隐藏的索引</translation>
        </message>
        <message>
            <source>Partial TTL index on a time series</source>
            <translation>时间序列上的部分 TTL 索引</translation>
        </message>
        <message>
            <source>TTL index on a capped collection</source>
            <translation>固定大小集合上的 TTL 索引</translation>
        </message>
        <message>
            <source>TTL index on the field _ts only</source>
            <translation>仅能在字段 _ts 上建立 TTL 索引</translation>
        </message>
        <message>
            <source>Period of a single document in its field ttl</source>
            <translation>单个文档的期限（字段 ttl）</translation>
        </message>
        <message>
            <source>Report whether the TTL monitor is on</source>
            <translation>报告 TTL 监控器是否开启</translation>
        </message>
        <message>
            <source>Count passes and deletions of the TTL monitor</source>
            <translation>统计 TTL 监控器的运行次数和删除数</translation>
        </message>
        <message>
            <source>Aggregation stage $facet</source>
            <translation>聚合阶段 $facet</translation>
        </message>
        <message>
            <source>Aggregation stage $sample</source>
            <translation>聚合阶段 $sample</translation>
        </message>
        <message>
            <source>Every command that Sandglass uses</source>
            <translation>Sandglass 使用的所有命令</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>是</translation>
        </message>
        <message>
            <source>no</source>
            <translation>否</translation>
        </message>
        <message>
            <source>not known</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>This user is not permitted to find out.</source>
            <translation>该用户无权查明。</translation>
        </message>
        <message>
            <source>Set by hand.</source>
            <translation>手动设置。</translation>
        </message>
        <message>
            <source>Seen when it was used (%1).</source>
            <extracomment>%1 is a command of the server and its answer: "collMod: 72 InvalidOptions"</extracomment>
            <translation>使用时得知（%1）。</translation>
        </message>
        <message>
            <source>Asked after connecting (%1).</source>
            <translation>连接后查询得知（%1）。</translation>
        </message>
        <message>
            <source>Documentation of %1.</source>
            <extracomment>%1 is a product and its version: "MongoDB 7.0.5"</extracomment>
            <translation>%1 的文档。</translation>
        </message>
        <message>
            <source>Only a change would show it, so the first use decides.</source>
            <translation>只有执行更改才能得知，由首次使用决定。</translation>
        </message>
        <message>
            <source>switched off by hand under Server, What This Server Can Do</source>
            <translation>已在“服务器”菜单的“该服务器的能力”中手动关闭</translation>
        </message>
        <message>
            <source>needs MongoDB 5.1</source>
            <translation>需要 MongoDB 5.1</translation>
        </message>
        <message>
            <source>needs MongoDB 4.4</source>
            <translation>需要 MongoDB 4.4</translation>
        </message>
        <message>
            <source>%1 does not support it</source>
            <extracomment>%1 is a product and its version</extracomment>
            <translation>%1 不支持</translation>
        </message>
        <message>
            <source>this server refused it: %1</source>
            <translation>该服务器已拒绝：%1</translation>
        </message>
        <message>
            <source>Switch the TTL monitor on and off</source>
            <translation>开启和关闭 TTL 监控器</translation>
        </message>
    </context>
    <context>
        <name>ChartWords</name>
        <message>
            <source>after the change</source>
            <translation>更改后</translation>
        </message>
        <message>
            <source>as it is now</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>%1 (not counted)</source>
            <translation>%1（未统计）</translation>
        </message>
        <message>
            <source>no field</source>
            <translation>无此字段</translation>
        </message>
        <message>
            <source>not a date</source>
            <translation>不是日期</translation>
        </message>
        <message>
            <source>outside filter</source>
            <translation>不符合条件</translation>
        </message>
        <message>
            <source>unusable rule</source>
            <translation>规则不可用</translation>
        </message>
        <message>
            <source>no rule</source>
            <translation>无规则</translation>
        </message>
        <message>
            <source>from the decrease between two counts</source>
            <translation>根据两次计数之间的减少量</translation>
        </message>
        <message>
            <source>from the server's own counters, for all collections</source>
            <translation>读自服务器自身的计数器，涵盖所有集合</translation>
        </message>
    </context>
    <context>
        <name>ConnectFinding</name>
        <message>
            <source>Correct the connection string.</source>
            <translation>请更正连接字符串。</translation>
        </message>
        <message>
            <source>The method PLAIN would send the password unencrypted, so nothing was sent.</source>
            <translation>方式 PLAIN 会以明文发送密码，因此没有发送任何内容。</translation>
        </message>
        <message>
            <source>Turn TLS on, or choose another method of authentication.</source>
            <translation>请启用 TLS，或选择其他认证方式。</translation>
        </message>
        <message>
            <source>The database driver cannot use a SOCKS5 proxy and would connect without it, so nothing was sent.</source>
            <translation>数据库驱动程序不支持 SOCKS5 代理，会绕过代理直接连接，因此没有发送任何内容。</translation>
        </message>
        <message>
            <source>Remove the options that begin with proxy, and use an SSH tunnel.</source>
            <translation>请删除以 proxy 开头的选项，并使用 SSH 隧道。</translation>
        </message>
        <message>
            <source>The method %1 requires a user name.</source>
            <translation>方式 %1 需要用户名。</translation>
        </message>
        <message>
            <source>Enter the user, or choose the method None.</source>
            <translation>请填写用户，或选择方式“无”。</translation>
        </message>
        <message>
            <source>There is no CA file %1.</source>
            <translation>没有 CA 文件 %1。</translation>
        </message>
        <message>
            <source>Choose the file with the CA's certificate on the tab TLS.</source>
            <translation>请在“TLS”标签页中选择包含 CA 证书的文件。</translation>
        </message>
        <message>
            <source>The CA file %1 contains no certificate that can be read.</source>
            <translation>CA 文件 %1 中没有可读取的证书。</translation>
        </message>
        <message>
            <source>Choose a file in PEM format on the tab TLS, and check that you may read it.</source>
            <translation>请在“TLS”标签页中选择 PEM 格式的文件，并确认您有权读取。</translation>
        </message>
        <message>
            <source>There is no file %1 with the client certificate.</source>
            <translation>没有客户端证书文件 %1。</translation>
        </message>
        <message>
            <source>Choose the file on the tab TLS.</source>
            <translation>请在“TLS”标签页中选择该文件。</translation>
        </message>
        <message>
            <source>The client certificate in %1 cannot be used.</source>
            <translation>%1 中的客户端证书无法使用。</translation>
        </message>
        <message>
            <source>The file must contain certificate and key in PEM format, and the password of the key must be correct.</source>
            <translation>文件必须包含 PEM 格式的证书和密钥，且密钥的密码必须正确。</translation>
        </message>
        <message>
            <source>The program ssh was not found.</source>
            <translation>未找到程序 ssh。</translation>
        </message>
        <message>
            <source>Install the package openssh-client.</source>
            <translation>请安装软件包 openssh-client。</translation>
        </message>
        <message>
            <source>An SSH tunnel leads to one host, but mongodb+srv:// takes its hosts from DNS.</source>
            <translation>SSH 隧道只通向一台主机，而 mongodb+srv:// 的主机来自 DNS。</translation>
        </message>
        <message>
            <source>Use mongodb:// with the name of one host.</source>
            <translation>请使用 mongodb:// 和一台主机的名称。</translation>
        </message>
        <message>
            <source>The host key of the SSH server %1 is not known, or it has changed.</source>
            <translation>SSH 服务器 %1 的主机密钥未知或已更改。</translation>
        </message>
        <message>
            <source>Run "ssh %1" in a terminal and compare the fingerprint with the one that the administrator gave you.</source>
            <translation>请在终端运行“ssh %1”，并将指纹与管理员提供的指纹核对。</translation>
        </message>
        <message>
            <source>The SSH server %1 does not accept the login.</source>
            <translation>SSH 服务器 %1 不接受此登录。</translation>
        </message>
        <message>
            <source>Add your key to the SSH agent with ssh-add, or choose the right key file. Passwords are not asked for.</source>
            <translation>请用 ssh-add 将密钥添加到 SSH 代理，或选择正确的密钥文件。程序不会询问密码。</translation>
        </message>
        <message>
            <source>The SSH server %1 cannot be reached.</source>
            <translation>无法连接到 SSH 服务器 %1。</translation>
        </message>
        <message>
            <source>Check its name and port, and the jump hosts.</source>
            <translation>请检查其名称、端口以及跳板主机。</translation>
        </message>
        <message>
            <source>The SSH server %1 cannot connect to the database host.</source>
            <translation>SSH 服务器 %1 无法连接到数据库主机。</translation>
        </message>
        <message>
            <source>Enter host and port of the database as the SSH server sees them, and check that it permits forwarding.</source>
            <translation>请填写从 SSH 服务器看到的数据库主机和端口，并确认该服务器允许转发。</translation>
        </message>
        <message>
            <source>The SSH tunnel to %1 has ended.</source>
            <translation>到 %1 的 SSH 隧道已结束。</translation>
        </message>
        <message>
            <source>The details contain the last line of ssh.</source>
            <translation>详细信息中有 ssh 输出的最后一行。</translation>
        </message>
        <message>
            <source>Check the name and the network, or use mongodb:// with the names of the hosts.</source>
            <translation>请检查名称和网络，或使用 mongodb:// 并写明主机名。</translation>
        </message>
        <message>
            <source>The host name %1 was not found.</source>
            <translation>未找到主机名 %1。</translation>
        </message>
        <message>
            <source>Check its spelling, the DNS server and the VPN.</source>
            <translation>请检查拼写、DNS 服务器和 VPN。</translation>
        </message>
        <message>
            <source>There is no socket %1.</source>
            <translation>没有套接字 %1。</translation>
        </message>
        <message>
            <source>Check the path, and that the server is running.</source>
            <translation>请检查路径，并确认服务器正在运行。</translation>
        </message>
        <message>
            <source>The network has no way to %1.</source>
            <translation>网络无法到达 %1。</translation>
        </message>
        <message>
            <source>Check the network and the VPN.</source>
            <translation>请检查网络和 VPN。</translation>
        </message>
        <message>
            <source>%1 did not answer in time.</source>
            <translation>%1 未在规定时间内应答。</translation>
        </message>
        <message>
            <source>A firewall or an access list may drop the packets. Check that it admits this computer.</source>
            <translation>数据包可能被防火墙或访问列表丢弃。请检查其是否允许本机访问。</translation>
        </message>
        <message>
            <source>%1 refused the connection.</source>
            <translation>%1 拒绝了连接。</translation>
        </message>
        <message>
            <source>Check that the server is running and listens on this port.</source>
            <translation>请检查服务器是否正在运行并监听此端口。</translation>
        </message>
        <message>
            <source>%1 accepts the connection but sends no reply.</source>
            <translation>%1 接受了连接，但没有应答。</translation>
        </message>
        <message>
            <source>The server may hang, or a proxy does not pass the data on.</source>
            <translation>服务器可能没有响应，或代理没有转发数据。</translation>
        </message>
        <message>
            <source>%1 accepts the connection and closes it at once.</source>
            <translation>%1 接受连接后立即将其关闭。</translation>
        </message>
        <message>
            <source>The server may have too many connections, or an access list does not admit this computer.</source>
            <translation>服务器的连接数可能过多，或访问列表不允许本机访问。</translation>
        </message>
        <message>
            <source>What answers at %1 is not a MongoDB server.</source>
            <translation>在 %1 应答的不是 MongoDB 服务器。</translation>
        </message>
        <message>
            <source>Check the port.</source>
            <translation>请检查端口。</translation>
        </message>
        <message>
            <source>An HTTP server or proxy answers at %1.</source>
            <translation>在 %1 应答的是 HTTP 服务器或代理。</translation>
        </message>
        <message>
            <source>Check the port. A web proxy cannot pass on a database connection.</source>
            <translation>请检查端口。Web 代理无法转发数据库连接。</translation>
        </message>
        <message>
            <source>%1 does not use TLS on this port.</source>
            <translation>%1 在此端口上不使用 TLS。</translation>
        </message>
        <message>
            <source>Turn TLS off, or use the port on which the server offers TLS.</source>
            <translation>请关闭 TLS，或使用服务器提供 TLS 的端口。</translation>
        </message>
        <message>
            <source>%1 requires TLS.</source>
            <translation>%1 要求使用 TLS。</translation>
        </message>
        <message>
            <source>Turn TLS on, on the tab TLS.</source>
            <translation>请在“TLS”标签页中启用 TLS。</translation>
        </message>
        <message>
            <source>The TLS handshake with %1 failed.</source>
            <translation>与 %1 的 TLS 握手失败。</translation>
        </message>
        <message>
            <source>The details contain the reason.</source>
            <translation>详细信息中有具体原因。</translation>
        </message>
        <message>
            <source>Choose the file with your certificate and key on the tab TLS.</source>
            <translation>请在“TLS”标签页中选择包含您的证书和密钥的文件。</translation>
        </message>
        <message>
            <source>The certificate of %1 was issued by "%2", which this computer does not trust.</source>
            <translation>%1 的证书由“%2”签发，本机不信任该颁发者。</translation>
        </message>
        <message>
            <source>Get the certificate of this CA from the administrator and choose it as CA file on the tab TLS.</source>
            <translation>请向管理员索取该 CA 的证书，并在“TLS”标签页中选作 CA 文件。</translation>
        </message>
        <message>
            <source>The certificate of %1 expired on %2.</source>
            <translation>%1 的证书已于 %2 过期。</translation>
        </message>
        <message>
            <source>The administrator has to renew it. If the date is in the future, check this computer's clock.</source>
            <translation>证书须由管理员续期。如果该日期在将来，请检查本机的时钟。</translation>
        </message>
        <message>
            <source>The certificate of %1 is not valid before %2.</source>
            <translation>%1 的证书在 %2 之前无效。</translation>
        </message>
        <message>
            <source>Check this computer's clock.</source>
            <translation>请检查本机的时钟。</translation>
        </message>
        <message>
            <source>The certificate is for %1, not for %2.</source>
            <translation>证书是为 %1 签发的，而不是 %2。</translation>
        </message>
        <message>
            <source>Connect by a name that is in the certificate. Another server may be answering in its place.</source>
            <translation>请使用证书中的名称连接。也可能是另一台服务器在冒名应答。</translation>
        </message>
        <message>
            <source>%1 is not a member of a replica set; the connection string asks for "%2".</source>
            <translation>%1 不是副本集成员，而连接字符串要求副本集“%2”。</translation>
        </message>
        <message>
            <source>%1 belongs to the replica set "%2", not to "%3".</source>
            <translation>%1 属于副本集“%2”，而不是“%3”。</translation>
        </message>
        <message>
            <source>Remove the option replicaSet, on the tab Advanced.</source>
            <translation>请在“高级”标签页中删除选项 replicaSet。</translation>
        </message>
        <message>
            <source>Correct the option replicaSet, on the tab Advanced.</source>
            <translation>请在“高级”标签页中更正选项 replicaSet。</translation>
        </message>
        <message>
            <source>%1 requires a login.</source>
            <translation>%1 要求登录。</translation>
        </message>
        <message>
            <source>Enter user and password on the tab Authentication.</source>
            <translation>请在“身份验证”标签页中填写用户和密码。</translation>
        </message>
        <message>
            <source>%1 does not offer the method %2.</source>
            <translation>%1 不提供认证方式 %2。</translation>
        </message>
        <message>
            <source>Choose another method on the tab Authentication.</source>
            <translation>请在“身份验证”标签页中选择其他方式。</translation>
        </message>
        <message>
            <source>For this user it offers %1. Choose one of these on the tab Authentication.</source>
            <translation>对此用户，它提供 %1。请在“身份验证”标签页中选择其中之一。</translation>
        </message>
        <message>
            <source>The server does not accept the user "%1" in the authentication database "%2" with this password.</source>
            <translation>服务器不接受认证数据库“%2”中的用户“%1”使用此密码登录。</translation>
        </message>
        <message>
            <source>Check user, password and authentication database on the tab Authentication.</source>
            <translation>请在“身份验证”标签页中检查用户、密码和认证数据库。</translation>
        </message>
        <message>
            <source>DNS has no SRV record _mongodb._tcp.%1, from which mongodb+srv:// takes the hosts.</source>
            <translation>DNS 中没有 SRV 记录 _mongodb._tcp.%1，而 mongodb+srv:// 需要从中获取主机。</translation>
        </message>
        <message>
            <source>%1 requires a client certificate.</source>
            <translation>%1 要求提供客户端证书。</translation>
        </message>
        <message>
            <source>%1 does not accept the client certificate in %2, which was issued by "%3".</source>
            <translation>%1 不接受 %2 中由“%3”颁发的客户端证书。</translation>
        </message>
        <message>
            <source>It expired on %1. Get a new one from the administrator, and choose its file on the tab TLS.</source>
            <translation>该证书已于 %1 过期。请向管理员申请新证书，并在 TLS 选项卡中选择其文件。</translation>
        </message>
        <message>
            <source>Ask the administrator which CA the server accepts for clients, and choose a certificate of that CA on the tab TLS.</source>
            <translation>请向管理员询问服务器接受哪个 CA 颁发的客户端证书，并在 TLS 选项卡中选择该 CA 的证书。</translation>
        </message>
    </context>
    <context>
        <name>ConnectionFault</name>
        <message>
            <source>Host %1 is empty.</source>
            <translation>主机 %1 为空。</translation>
        </message>
        <message>
            <source>The host is missing.</source>
            <translation>缺少主机名。</translation>
        </message>
        <message>
            <source>Host %1 contains a character that a host name cannot have.</source>
            <translation>主机 %1 含有主机名不允许的字符。</translation>
        </message>
        <message>
            <source>Host %1: put an IPv6 address in brackets, as in [::1]:27017.</source>
            <translation>主机 %1：IPv6 地址应放在方括号中，如 [::1]:27017。</translation>
        </message>
        <message>
            <source>The port of host %1 is not a number from 1 to 65535.</source>
            <translation>主机 %1 的端口不是 1 到 65535 之间的数字。</translation>
        </message>
        <message>
            <source>mongodb+srv:// takes exactly one host name, without a port.</source>
            <translation>mongodb+srv:// 只接受一个不带端口的主机名。</translation>
        </message>
        <message>
            <source>A connection string starts with mongodb:// or mongodb+srv://.</source>
            <translation>连接字符串以 mongodb:// 或 mongodb+srv:// 开头。</translation>
        </message>
        <message>
            <source>The connection string is too long or contains a zero byte.</source>
            <translation>连接字符串过长或含有零字节。</translation>
        </message>
        <message>
            <source>The user name contains a % that does not start an escape sequence. Write it as %25.</source>
            <translation>用户名中的 % 不是转义的开头。请写作 %25。</translation>
        </message>
        <message>
            <source>The password contains a % that does not start an escape sequence. Write it as %25.</source>
            <translation>密码中的 % 不是转义的开头。请写作 %25。</translation>
        </message>
        <message>
            <source>In the user name and the password, write @ : / ? as %40 %3A %2F %3F. Or type the password into its own field.</source>
            <translation>在用户名和密码中，@ : / 和 ? 写作 %40 %3A %2F %3F。也可以在密码字段中输入密码。</translation>
        </message>
        <message>
            <source>There is a password but no user name.</source>
            <translation>有密码但没有用户。</translation>
        </message>
        <message>
            <source>The database name contains a % that does not start an escape sequence.</source>
            <translation>数据库名称中的 % 不是转义的开头。</translation>
        </message>
        <message>
            <source>The database name contains a character that is not allowed.</source>
            <translation>数据库名称含有不允许的字符。</translation>
        </message>
        <message>
            <source>Option %1 does not have the form name=value.</source>
            <translation>选项 %1 不是 名称=值 的形式。</translation>
        </message>
        <message>
            <source>Option %1 contains a % that does not start an escape sequence.</source>
            <translation>选项 %1 中的 % 不是转义的开头。</translation>
        </message>
    </context>
    <context>
        <name>ConnectionTest</name>
        <message>
            <source>Resolve</source>
            <translation>解析</translation>
        </message>
        <message>
            <source>Connect</source>
            <translation>连接</translation>
        </message>
        <message>
            <source>TLS</source>
            <translation>TLS</translation>
        </message>
        <message>
            <source>Hello</source>
            <translation>握手</translation>
        </message>
        <message>
            <source>Authenticate</source>
            <translation>验证身份</translation>
        </message>
        <message>
            <source>Privileges</source>
            <translation>权限</translation>
        </message>
        <message>
            <source>%1 responds</source>
            <translation>%1 有应答</translation>
        </message>
        <message>
            <source>a compatible server</source>
            <translation>服务器类型正确</translation>
        </message>
        <message numerus="yes">
            <source>%Ln database(s), and the TTL monitor's counters</source>
            <translation>
                <numerusform>%Ln 个数据库，以及 TTL 监控器的计数器</numerusform>
            </translation>
        </message>
        <message>
            <source>Cancelled.</source>
            <translation>已取消。</translation>
        </message>
        <message>
            <source>The host was not found. Check its name and the network.</source>
            <translation>找不到主机。请检查其名称和网络。</translation>
        </message>
        <message>
            <source>No host accepts a connection. Check the port and the firewall, and that the server is running.</source>
            <translation>没有主机接受连接。请检查端口、防火墙以及服务器是否在运行。</translation>
        </message>
        <message>
            <source>A certificate file cannot be used.</source>
            <translation>某个证书文件不可用。</translation>
        </message>
        <message>
            <source>The TLS handshake failed. Check that the server supports TLS and that its certificate is trusted.</source>
            <translation>TLS 协商失败。请检查服务器是否提供 TLS，以及其证书是否受信任。</translation>
        </message>
        <message>
            <source>The host does not respond like a MongoDB server. It may require TLS, or it may be a different service.</source>
            <translation>它的应答不像 MongoDB 服务器。它可能要求 TLS，或是其他服务。</translation>
        </message>
        <message>
            <source>The server rejects the user. Check the user name, password, mechanism and authentication database.</source>
            <translation>服务器拒绝了该用户。请检查用户、密码、机制和身份验证数据库。</translation>
        </message>
        <message>
            <source>Authentication failed.</source>
            <translation>登录失败。</translation>
        </message>
        <message>
            <source>not requested</source>
            <translation>未要求</translation>
        </message>
        <message>
            <source>no user name given</source>
            <translation>未指定用户</translation>
        </message>
        <message>
            <source>not tried</source>
            <translation>未尝试</translation>
        </message>
        <message numerus="yes">
            <source>%Ln database(s); the TTL monitor's parameters, but no counters</source>
            <translation>
                <numerusform>%Ln 个数据库；可读取 TTL 监控器的参数，但没有计数器</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln database(s); nothing about the TTL monitor</source>
            <translation>
                <numerusform>%Ln 个数据库；没有关于 TTL 监控器的信息</numerusform>
            </translation>
        </message>
        <message>
            <source>The databases could not be listed.</source>
            <translation>无法列出数据库。</translation>
        </message>
        <message>
            <source>The user may not list the databases. Connect all the same and name them by hand: Server, Name Databases.</source>
            <translation>该用户无权列出数据库。仍可连接，然后手动指定：“服务器”菜单的“指定数据库”。</translation>
        </message>
        <message>
            <source>SSH tunnel</source>
            <translation>SSH 隧道</translation>
        </message>
        <message>
            <source>open</source>
            <translation>已打开</translation>
        </message>
        <message>
            <source>left to the SSH server</source>
            <translation>由 SSH 服务器完成</translation>
        </message>
    </context>
    <context>
        <name>ConnectionWords</name>
        <message>
            <source>Local engine</source>
            <translation>本地引擎</translation>
        </message>
        <message>
            <source>Not connected</source>
            <translation>未连接</translation>
        </message>
        <message>
            <source>production</source>
            <translation>生产</translation>
        </message>
        <message>
            <source>staging</source>
            <translation>预发布</translation>
        </message>
        <message>
            <source>test</source>
            <translation>测试</translation>
        </message>
        <message>
            <source>development</source>
            <translation>开发</translation>
        </message>
        <message>
            <source>Rehearsal</source>
            <translation>演练</translation>
        </message>
        <message>
            <source>locked: this is another replica set</source>
            <translation>已锁定：这是另一个副本集</translation>
        </message>
        <message>
            <source>locked: another member is the primary</source>
            <translation>已锁定：主节点已更换</translation>
        </message>
        <message>
            <source>locked: another host answers</source>
            <translation>已锁定：应答的是另一台主机</translation>
        </message>
        <message>
            <source>locked: the server was restarted</source>
            <translation>已锁定：服务器已重新启动</translation>
        </message>
        <message>
            <source>locked: the server's clock has jumped</source>
            <translation>已锁定：服务器时钟发生跳变</translation>
        </message>
        <message>
            <source>%1 (as MongoDB %2)</source>
            <extracomment>%1 a product and its version, %2 the version of MongoDB that it imitates</extracomment>
            <translation>%1（兼容 MongoDB %2）</translation>
        </message>
        <message>
            <source>The driver does not know these options and ignores them: %1.</source>
            <translation>驱动程序不认识以下选项并将其忽略：%1。</translation>
        </message>
        <message>
            <source>There is no connection.</source>
            <translation>没有连接。</translation>
        </message>
        <message>
            <source>This server accepts no changes. In a replica set, only the primary does: connect to that one, or without directConnection.</source>
            <translation>此服务器不接受更改。在副本集中只有主节点接受：请连接到主节点，或不使用 directConnection。</translation>
        </message>
        <message>
            <source>The connection is locked. Unlock it to make changes.</source>
            <translation>连接已锁定。解锁后才能更改。</translation>
        </message>
        <message>
            <source>not connected</source>
            <translation>未连接</translation>
        </message>
        <message>
            <source>connecting</source>
            <translation>正在连接</translation>
        </message>
        <message>
            <source>lost at %1</source>
            <extracomment>%1 is a time of day</extracomment>
            <translation>于 %1 断开</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>失败</translation>
        </message>
    </context>
    <context>
        <name>Doctor</name>
        <message>
            <source>%1 For example _id %2.</source>
            <extracomment>%1 is a sentence, %2 the _id of a document</extracomment>
            <translation>%1例如 _id %2。</translation>
        </message>
        <message>
            <source>The document falls due at %1.</source>
            <translation>该文档于 %1 到期。</translation>
        </message>
        <message>
            <source>%1 The latest date is %2.</source>
            <extracomment>%1 is a sentence, %2 a moment</extracomment>
            <translation>%1最晚的日期是 %2。</translation>
        </message>
        <message>
            <source>%1 Its value is of type %2.</source>
            <extracomment>%1 is a sentence, %2 a BSON type such as "string"</extracomment>
            <translation>%1其值的类型为 %2。</translation>
        </message>
        <message>
            <source>The last pass was seen at %1.</source>
            <translation>上一次运行见于 %1。</translation>
        </message>
        <message>
            <source>No pass has completed for %1.</source>
            <translation>%1 内没有任何一次运行结束。</translation>
        </message>
        <message>
            <source>No pass has been seen yet; the counter has been observed for %1.</source>
            <translation>尚未见到运行；计数器已观察 %1。</translation>
        </message>
        <message>
            <source>It agrees with this computer's clock.</source>
            <translation>与本机时钟一致。</translation>
        </message>
        <message>
            <source>It is %1 ahead of this computer's clock.</source>
            <translation>比本机时钟快 %1。</translation>
        </message>
        <message>
            <source>It is %1 behind this computer's clock.</source>
            <translation>比本机时钟慢 %1。</translation>
        </message>
        <message numerus="yes">
            <source>%Ln rule(s) checked.</source>
            <translation>
                <numerusform>已检查 %Ln 条规则。</numerusform>
            </translation>
        </message>
        <message>
            <source>The collection has no TTL index.</source>
            <translation>该集合没有 TTL 索引。</translation>
        </message>
        <message>
            <source>The index %1 has no TTL value.</source>
            <translation>索引 %1 没有 TTL 值。</translation>
        </message>
        <message>
            <source>The parameter ttlMonitorEnabled is false.</source>
            <translation>参数 ttlMonitorEnabled 为 false。</translation>
        </message>
        <message>
            <source>%1: it accepts no writes, so it deletes nothing itself.</source>
            <translation>%1：它不接受写入，因此自身不会删除任何内容。</translation>
        </message>
        <message>
            <source>The collection itself deletes %1.</source>
            <translation>集合自身的删除规则：%1。</translation>
        </message>
        <message numerus="yes">
            <source>%Ln rule(s) apply independently: %1.</source>
            <translation>
                <numerusform>%Ln 条规则各自生效：%1。</numerusform>
            </translation>
        </message>
        <message>
            <source>There is a date outside 1970 to 2038: %1.</source>
            <translation>存在 1970 至 2038 年以外的日期：%1。</translation>
        </message>
        <message>
            <source>The value is %1 s.</source>
            <translation>值为 %1 秒。</translation>
        </message>
        <message>
            <source>The value is %1.</source>
            <translation>值为 %1。</translation>
        </message>
        <message>
            <source>The value is the largest possible; newer servers list it in place of NaN.</source>
            <translation>值为可能的最大值；较新的服务器以此表示 NaN。</translation>
        </message>
        <message>
            <source>The value is NaN. MongoDB 5.0.0 to 5.0.13 and 6.0.0 to 6.0.1 treat it as 0 and delete every document with a date; other versions delete nothing. This is %1.</source>
            <extracomment>%1 is a version such as "6.0.1"</extracomment>
            <translation>值为 NaN。MongoDB 5.0.0 至 5.0.13 以及 6.0.0 至 6.0.1 将其视为 0，会删除所有带日期的文档；其他版本不会删除任何文档。此服务器为 %1。</translation>
        </message>
        <message>
            <source>The index is still being built.</source>
            <translation>索引仍在构建。</translation>
        </message>
        <message>
            <source>The rule is on _id.</source>
            <translation>规则建立在 _id 上。</translation>
        </message>
        <message>
            <source>The index is hidden from queries but continues to delete.</source>
            <translation>该索引对查询隐藏，但仍会继续删除。</translation>
        </message>
        <message numerus="yes">
            <source>$indexStats counts %Ln use(s) by queries; it does not count TTL deletions.</source>
            <translation>
                <numerusform>$indexStats 记录了 %Ln 次查询使用；TTL 的工作不计入其中。</numerusform>
            </translation>
        </message>
        <message>
            <source>Turn it on: db.adminCommand({ setParameter: 1, ttlMonitorEnabled: true }).</source>
            <translation>将其开启：db.adminCommand({ setParameter: 1, ttlMonitorEnabled: true })。</translation>
        </message>
        <message>
            <source>Check the primary: a secondary only replicates its deletions.</source>
            <translation>请查看主节点：从节点只复制其删除操作。</translation>
        </message>
        <message>
            <source>Synchronise the clocks with a time server; expiry depends on the clock of the server.</source>
            <translation>请用时间服务器校准时钟；服务器以自身的时钟为准。</translation>
        </message>
        <message>
            <source>Check the log of the server and its running operations.</source>
            <translation>请查看服务器的日志和正在运行的操作。</translation>
        </message>
        <message>
            <source>Check again after the next period of the monitor.</source>
            <translation>请在监控器的一个周期之后重新检查。</translation>
        </message>
        <message>
            <source>Compare the two values: the shorter one deletes first.</source>
            <translation>请比较两个值：较短的先删除。</translation>
        </message>
        <message>
            <source>Compare the rules: each document is deleted by the one that is due first.</source>
            <translation>请比较各规则：每个文档以最先到期的规则为准。</translation>
        </message>
        <message>
            <source>Remove or correct the measurements outside the range.</source>
            <translation>请删除或更正超出范围的测量值。</translation>
        </message>
        <message>
            <source>Store a whole number of seconds, at least 1, in ttl, or remove it; -1 means never.</source>
            <translation>请在 ttl 中存放不小于 1 的整数秒，或将其移除；-1 表示永不过期。</translation>
        </message>
        <message>
            <source>Ask an administrator for a role such as clusterMonitor or read.</source>
            <translation>请向管理员申请 clusterMonitor 或 read 等角色。</translation>
        </message>
        <message>
            <source>Create a TTL index on a field with dates.</source>
            <translation>请在存放日期的字段上创建 TTL 索引。</translation>
        </message>
        <message>
            <source>Convert it to a TTL index in the Indexes tab.</source>
            <translation>请在“索引”标签页中将其转换为 TTL 索引。</translation>
        </message>
        <message>
            <source>Wait until it is built; the next pass then deletes.</source>
            <translation>请等待构建完成；此后的运行会执行删除。</translation>
        </message>
        <message>
            <source>Create a TTL index on the single date field; this one deletes nothing.</source>
            <translation>请在单个日期字段上创建 TTL 索引；此索引不会删除任何内容。</translation>
        </message>
        <message>
            <source>Store a date in a field of its own and create the TTL index there.</source>
            <translation>请将日期存放在单独的字段中，并在该字段上创建 TTL 索引。</translation>
        </message>
        <message>
            <source>Set the seconds with Change expiry in the Indexes tab.</source>
            <translation>请在“索引”标签页中用“更改过期时间”设置秒数。</translation>
        </message>
        <message>
            <source>To stop deleting, drop the index or change its value.</source>
            <translation>要停止删除，请删除该索引或更改其值。</translation>
        </message>
        <message>
            <source>Do not drop it as unused: without it nothing expires.</source>
            <translation>请勿将其视为未使用而删除：没有它，文档就不会过期。</translation>
        </message>
        <message>
            <source>Store a date in the field of these documents.</source>
            <translation>请在这些文档的该字段中存放日期。</translation>
        </message>
        <message>
            <source>Convert the values to dates and fix the application that writes them.</source>
            <translation>请将这些值转换为日期，并修正写入它们的应用程序。</translation>
        </message>
        <message>
            <source>Put a date into the array; the earliest one counts.</source>
            <translation>请在数组中放入日期；以最早的日期为准。</translation>
        </message>
        <message>
            <source>Compare the documents with the partial filter of the index.</source>
            <translation>请将文档与索引的部分过滤条件相比较。</translation>
        </message>
        <message>
            <source>Nothing is wrong: wait, or set an earlier date.</source>
            <translation>没有问题：请等待，或设置更早的日期。</translation>
        </message>
        <message>
            <source>Correct the dates; a common cause is a mix-up of seconds and milliseconds.</source>
            <translation>请更正日期；常见原因是混淆了秒和毫秒。</translation>
        </message>
        <message>
            <source>TTL rule exists</source>
            <translation>存在 TTL 规则</translation>
        </message>
        <message>
            <source>TTL monitor is on</source>
            <translation>TTL 监控器已开启</translation>
        </message>
        <message>
            <source>Server is primary</source>
            <translation>服务器是主节点</translation>
        </message>
        <message>
            <source>Index is ready</source>
            <translation>索引已就绪</translation>
        </message>
        <message>
            <source>Single field</source>
            <translation>单字段</translation>
        </message>
        <message>
            <source>Not on _id</source>
            <translation>不在 _id 上</translation>
        </message>
        <message>
            <source>Value in range</source>
            <translation>值在范围内</translation>
        </message>
        <message>
            <source>Value is not NaN</source>
            <translation>值不是 NaN</translation>
        </message>
        <message>
            <source>Field present</source>
            <translation>字段存在</translation>
        </message>
        <message>
            <source>Values are dates</source>
            <translation>值是日期</translation>
        </message>
        <message>
            <source>Arrays contain a date</source>
            <translation>数组含有日期</translation>
        </message>
        <message>
            <source>Matches the partial filter</source>
            <translation>符合部分过滤条件</translation>
        </message>
        <message>
            <source>Dates are due</source>
            <translation>日期已到期</translation>
        </message>
        <message>
            <source>Server clock</source>
            <translation>服务器时钟</translation>
        </message>
        <message>
            <source>Collection's own rule</source>
            <translation>集合自身的规则</translation>
        </message>
        <message>
            <source>One rule only</source>
            <translation>只有一条规则</translation>
        </message>
        <message>
            <source>Time series range</source>
            <translation>时间序列范围</translation>
        </message>
        <message>
            <source>Documents' own ttl</source>
            <translation>文档自身的 ttl</translation>
        </message>
        <message>
            <source>Pass counter increases</source>
            <translation>运行计数器在增加</translation>
        </message>
        <message>
            <source>Hidden but deleting</source>
            <translation>已隐藏但仍在删除</translation>
        </message>
        <message>
            <source>Used by queries</source>
            <translation>被查询使用</translation>
        </message>
        <message>
            <source>passed</source>
            <translation>通过</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>warning</source>
            <translation>警告</translation>
        </message>
        <message>
            <source>not permitted</source>
            <translation>没有权限</translation>
        </message>
        <message>
            <source>does not apply</source>
            <translation>不适用</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>server</source>
            <translation>服务器</translation>
        </message>
        <message>
            <source>collection</source>
            <translation>集合</translation>
        </message>
        <message>
            <source>This user is not permitted to read it.</source>
            <translation>服务器不允许此用户获知。</translation>
        </message>
        <message>
            <source>The server does not report it.</source>
            <translation>服务器未提供。</translation>
        </message>
        <message>
            <source>This document does not expire (%1).</source>
            <translation>此文档不会过期（%1）。</translation>
        </message>
        <message>
            <source>This document is not due yet: it expires %1.</source>
            <translation>此文档尚未到期：过期时间为%1。</translation>
        </message>
        <message>
            <source>This document is due (%1), but something prevents its deletion.</source>
            <translation>此文档已到期（%1），但受到阻碍。</translation>
        </message>
        <message>
            <source>This document is due (%1): the next pass deletes it.</source>
            <translation>此文档已到期（%1）：下一次运行会将其删除。</translation>
        </message>
        <message>
            <source>&amp;Create a TTL index…</source>
            <translation>创建 TTL 索引(&amp;C)…</translation>
        </message>
        <message>
            <source>&amp;Convert the index…</source>
            <translation>转换索引(&amp;C)…</translation>
        </message>
        <message>
            <source>&amp;Change the index…</source>
            <translation>更改索引(&amp;C)…</translation>
        </message>
        <message>
            <source>Check &amp;again</source>
            <translation>重新检查(&amp;A)</translation>
        </message>
        <message>
            <source>still being built</source>
            <translation>仍在构建</translation>
        </message>
        <message>
            <source>two rules on one collection</source>
            <translation>一个集合上有两条规则</translation>
        </message>
        <message>
            <source>hidden but deleting</source>
            <translation>已隐藏但仍在删除</translation>
        </message>
        <message>
            <source>overdue</source>
            <translation>逾期</translation>
        </message>
        <message>
            <source>no document has a date in the field</source>
            <translation>没有文档在该字段中存有日期</translation>
        </message>
        <message>
            <source>Estimated from a sample.</source>
            <translation>根据样本估计。</translation>
        </message>
        <message>
            <source>The field has no value in %1 of %2 documents.</source>
            <translation>%2 个文档中有 %1 个在该字段中没有值。</translation>
        </message>
        <message>
            <source>The value is not a date in %1 of %2 documents.</source>
            <translation>%2 个文档中有 %1 个存放的不是日期。</translation>
        </message>
        <message>
            <source>The value is an array without a date in %1 of %2 documents.</source>
            <translation>%2 个文档中有 %1 个存放的是不含日期的数组。</translation>
        </message>
        <message>
            <source>The filter does not match %1 of %2 documents.</source>
            <translation>%2 个文档中有 %1 个不匹配筛选条件。</translation>
        </message>
        <message>
            <source>The date is in the future in %1 of %2 documents.</source>
            <translation>%2 个文档中有 %1 个的日期尚未到来。</translation>
        </message>
        <message numerus="yes">
            <source>Not due yet: %Ln document(s).</source>
            <translation>
                <numerusform>有 %Ln 个文档尚未到期。</numerusform>
            </translation>
        </message>
        <message>
            <source>The field ttl is invalid in %1 of %2 documents checked.</source>
            <translation>在检查的 %2 个文档中，有 %1 个的 ttl 字段无效。</translation>
        </message>
        <message>
            <source>Show these &amp;documents</source>
            <translation>显示这些文档(&amp;D)</translation>
        </message>
        <message>
            <source>Show the &amp;indexes</source>
            <translation>显示索引(&amp;I)</translation>
        </message>
        <message>
            <source>Open the &amp;members…</source>
            <translation>打开成员列表(&amp;M)…</translation>
        </message>
        <message>
            <source>Co&amp;nnect…</source>
            <translation>连接(&amp;N)…</translation>
        </message>
        <message>
            <source>If the disk is full, free some of it: the server goes on by itself when there is room. For any other reason, look at its log.</source>
            <translation>如果磁盘已满，请释放一些空间：有空间后服务器会自动继续。其他原因请查看服务器的日志。</translation>
        </message>
        <message>
            <source>Copy what can still be read, or restore a restore point. Other collections are not affected.</source>
            <translation>请复制仍可读取的内容，或用一个还原点还原数据。其他集合不受影响。</translation>
        </message>
        <message>
            <source>Since %1 data of this collection cannot be read: they are damaged.</source>
            <translation>自 %1 起，此集合的数据无法读取：数据已损坏。</translation>
        </message>
        <message>
            <source>Data of this collection cannot be read: they are damaged.</source>
            <translation>此集合的数据无法读取：数据已损坏。</translation>
        </message>
        <message>
            <source>Server takes writes</source>
            <translation>服务器接受写入</translation>
        </message>
        <message>
            <source>Data can be read</source>
            <translation>数据可以读取</translation>
        </message>
        <message>
            <source>damaged, expires nothing</source>
            <translation>已损坏，不会删除任何内容</translation>
        </message>
        <message>
            <source>value is or was NaN</source>
            <translation>值是或曾是 NaN</translation>
        </message>
        <message>
            <source>unusable, expires nothing</source>
            <translation>不可用，不会使任何文档过期</translation>
        </message>
    </context>
    <context>
        <name>DocumentEdit</name>
        <message>
            <source>The _id is missing. It says which document to replace: put back "_id": %1.</source>
            <translation>缺少 _id。它说明要替换哪个文档：请恢复 "_id": %1。</translation>
        </message>
        <message>
            <source>The _id of a document cannot be changed. Put back %1, or insert this as a new document.</source>
            <translation>文档的 _id 不能更改。请恢复 %1，或将其作为新文档插入。</translation>
        </message>
        <message>
            <source>This document does not expire then (%1).</source>
            <translation>这样此文档不会过期（%1）。</translation>
        </message>
        <message>
            <source>This document is overdue then: it is deleted with the next pass.</source>
            <translation>这样此文档已逾期：下一次运行会删除它。</translation>
        </message>
        <message>
            <source>This document expires %1 then (%2).</source>
            <translation>这样此文档%1过期（%2）。</translation>
        </message>
        <message>
            <source>That holds if the partial filter of the rule includes it.</source>
            <translation>前提是规则的部分筛选条件包含它。</translation>
        </message>
        <message>
            <source>This is not a document. %1</source>
            <extracomment>%1 is a sentence that says where the text is wrong</extracomment>
            <translation>这不是文档。%1</translation>
        </message>
    </context>
    <context>
        <name>DocumentQueryText</name>
        <message>
            <source>%1 holds dates. A date is written as {"$date": "2030-01-31T12:00:00Z"}.</source>
            <translation>%1 存储的是日期。日期写作 {"$date": "2030-01-31T12:00:00Z"}。</translation>
        </message>
        <message>
            <source>%1 needs a list in square brackets.</source>
            <translation>%1 需要方括号中的列表。</translation>
        </message>
        <message>
            <source>%1 is no query operator of MongoDB.</source>
            <translation>%1 不是 MongoDB 的查询运算符。</translation>
        </message>
        <message>
            <source>%1 needs 1 (ascending) or -1 (descending).</source>
            <translation>%1 需要 1（升序）或 -1（降序）。</translation>
        </message>
    </context>
    <context>
        <name>Edit</name>
        <message>
            <source>Enter the field that contains the date.</source>
            <translation>请指定存放日期的字段。</translation>
        </message>
        <message>
            <source>The _id field cannot have a TTL index.</source>
            <translation>_id 字段不支持 TTL 索引。</translation>
        </message>
        <message>
            <source>This is not a valid field name: a part between dots is empty or starts with $.</source>
            <translation>字段名不可用：点号之间不能为空，且不能以 $ 开头。</translation>
        </message>
        <message>
            <source>A wildcard index cannot expire documents.</source>
            <translation>通配符索引不能使文档过期。</translation>
        </message>
        <message>
            <source>The index %1 on this field already exists: convert it instead.</source>
            <translation>该字段上已有索引 %1：请改为转换它。</translation>
        </message>
        <message>
            <source>The TTL index %1 on this field already exists: change it instead.</source>
            <translation>该字段上已有 TTL 索引 %1：请改为更改它。</translation>
        </message>
        <message>
            <source>Cosmos DB supports a TTL index only on _ts.</source>
            <translation>Cosmos DB 仅支持在 _ts 上创建 TTL 索引。</translation>
        </message>
        <message>
            <source>Enter after how many seconds documents expire.</source>
            <translation>请指定文档在多少秒后过期。</translation>
        </message>
        <message>
            <source>The period cannot be negative.</source>
            <translation>期限不能为负数。</translation>
        </message>
        <message>
            <source>The period is at most %1 seconds, about 68 years.</source>
            <translation>期限最长为 %1 秒，约 68 年。</translation>
        </message>
        <message>
            <source>For "at the stored date", choose that mode.</source>
            <translation>如需“在存储的日期”过期，请选择该模式。</translation>
        </message>
        <message>
            <source>This server does not support a TTL index on a capped collection.</source>
            <translation>此服务器不支持在固定大小集合上创建 TTL 索引。</translation>
        </message>
        <message>
            <source>A view cannot have indexes.</source>
            <translation>视图没有自己的索引。</translation>
        </message>
        <message>
            <source>On a time series, only a partial TTL index on the time field is possible.</source>
            <translation>在时间序列集合上，只能对时间字段创建部分 TTL 索引。</translation>
        </message>
        <message>
            <source>The collection's name is not valid.</source>
            <translation>集合名称无效。</translation>
        </message>
        <message>
            <source>The collection already has the maximum number of indexes.</source>
            <translation>该集合的索引数已达上限。</translation>
        </message>
        <message>
            <source>Another index already has the name %1.</source>
            <translation>已有另一个索引名为 %1。</translation>
        </message>
        <message>
            <source>This name is not valid.</source>
            <translation>不能使用此名称。</translation>
        </message>
        <message>
            <source>A partial filter cannot use %1.</source>
            <translation>部分过滤条件不能使用 %1。</translation>
        </message>
        <message>
            <source>This server cannot hide indexes.</source>
            <translation>此服务器不支持隐藏索引。</translation>
        </message>
        <message>
            <source>Some stored dates are in the past: those documents expire at once.</source>
            <translation>存储的日期已经过去：这些文档会立即过期。</translation>
        </message>
        <message>
            <source>dates from %1 to %2</source>
            <translation>日期从 %1 到 %2</translation>
        </message>
        <message>
            <source>about %1</source>
            <translation>约 %1</translation>
        </message>
        <message>
            <source>deleting takes about %1</source>
            <translation>删除约需 %1</translation>
        </message>
        <message>
            <source>It is not known how many documents this would delete.</source>
            <translation>无法得知将删除多少个文档。</translation>
        </message>
        <message>
            <source>Would delete nothing at once.</source>
            <translation>不会立即删除任何文档。</translation>
        </message>
        <message>
            <source>Would delete at once: %1 of %2 (%3)</source>
            <translation>将立即删除：%2 个中的 %1 个（%3）</translation>
        </message>
        <message>
            <source>Would delete at once about %1 of %2 (%3), estimated from a sample</source>
            <translation>根据样本估计，将立即删除 %2 个中的约 %1 个（%3）</translation>
        </message>
        <message>
            <source>Overdue before: %1, after: %2. Expiring later than shown: %3. Never: %4.</source>
            <translation>更改前逾期：%1，更改后逾期：%2。晚于所示范围过期：%3。永不过期：%4。</translation>
        </message>
        <message>
            <source>This is a production connection: type the collection's name.</source>
            <translation>这是生产环境的连接：请输入集合名称。</translation>
        </message>
        <message>
            <source>Many documents are deleted at once: type the collection's name.</source>
            <translation>大量文档会立即删除：请输入集合名称。</translation>
        </message>
        <message>
            <source>It is not known how many documents are deleted: type the collection's name.</source>
            <translation>无法得知会删除多少文档：请输入集合名称。</translation>
        </message>
        <message>
            <source>Would delete at once at most %1 of %2 (%3), in whole buckets</source>
            <translation>最多将立即删除 %2 个中的 %1 个（%3），以整个存储桶为单位</translation>
        </message>
        <message>
            <source>The index %1 on this field already exists, and this server cannot convert it. A TTL index in the other direction is possible beside it.</source>
            <translation>该字段上已有索引 %1，且该服务器无法转换它。可以另建一个相反方向的 TTL 索引。</translation>
        </message>
        <message>
            <source>Would delete at once at most %1 of %2: a sample met none of them</source>
            <translation>将立即删除至多 %1 / %2：样本中没有遇到</translation>
        </message>
        <message>
            <source>Would delete at once about %1 ± %4 of %2 (%3), estimated from a sample</source>
            <translation>将立即删除约 %1 ± %4 / %2（%3），根据样本估计</translation>
        </message>
        <message>
            <source>Estimated from a sample.</source>
            <translation>根据样本估计。</translation>
        </message>
        <message>
            <source>how long deleting takes is not known: no pass that deleted has been measured</source>
            <translation>删除需要多久尚不可知：还没有测量到删除过文档的运行</translation>
        </message>
        <message>
            <source>deleting takes less than a second</source>
            <translation>删除用时不到一秒</translation>
        </message>
        <message>
            <source>As it is now. Overdue: %1. Expiring later than shown: %2. Never: %3.</source>
            <translation>当前状态。逾期：%1。晚于所示范围过期：%2。永不过期：%3。</translation>
        </message>
        <message>
            <source>The filter is not a JSON document. %1</source>
            <extracomment>%1 is a sentence that says where the text is wrong</extracomment>
            <translation>过滤条件不是 JSON 文档。%1</translation>
        </message>
    </context>
    <context>
        <name>EngineWords</name>
        <message>
            <source>The program of the local engine, sandglass-engine, was not found.</source>
            <translation>找不到本地引擎的程序 sandglass-engine。</translation>
        </message>
        <message>
            <source>Install the package sandglass-engine, then try again.</source>
            <translation>请安装软件包 sandglass-engine，然后重试。</translation>
        </message>
        <message>
            <source>Another Sandglass uses this data folder.</source>
            <translation>另一个 Sandglass 正在使用此数据文件夹。</translation>
        </message>
        <message>
            <source>Close the other Sandglass, or choose another folder for the data.</source>
            <translation>请关闭另一个 Sandglass，或为数据选择其他文件夹。</translation>
        </message>
        <message>
            <source>The local engine was not started: there is no place for its private socket.</source>
            <translation>本地引擎未启动：没有可用的私有套接字位置。</translation>
        </message>
        <message>
            <source>Make the folder /tmp writable, or let XDG_RUNTIME_DIR name a folder of your own with a short path. Then start the engine again.</source>
            <translation>请使文件夹 /tmp 可写，或让 XDG_RUNTIME_DIR 指向您自己的、路径较短的文件夹，然后重新启动引擎。</translation>
        </message>
    </context>
    <context>
        <name>ErrorWords</name>
        <message>
            <source>&amp;Refresh</source>
            <translation>刷新(&amp;R)</translation>
        </message>
    </context>
    <context>
        <name>Failure</name>
        <message>
            <source>It says: %1</source>
            <extracomment>%1 is the message of a server, in English</extracomment>
            <translation>服务器的原文：%1</translation>
        </message>
        <message numerus="yes">
            <source>Before that, %Ln document(s) were deleted.</source>
            <translation>
                <numerusform>在此之前已删除 %Ln 个文档。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) were deleted, as reading back shows.</source>
            <translation>
                <numerusform>回读显示已删除 %Ln 个文档。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>FailureRow</name>
        <message>
            <source>Something went wrong inside this program.</source>
            <translation>程序内部出现错误。</translation>
        </message>
        <message>
            <source>Include the details when you report it.</source>
            <translation>报告此问题时请附上详细信息。</translation>
        </message>
        <message>
            <source>A value is not valid.</source>
            <translation>某个值不可用。</translation>
        </message>
        <message>
            <source>Correct the value and try again.</source>
            <translation>请更正该值后重试。</translation>
        </message>
        <message>
            <source>It no longer exists.</source>
            <translation>它已不存在。</translation>
        </message>
        <message>
            <source>Refresh to see the current state.</source>
            <translation>刷新以查看当前内容。</translation>
        </message>
        <message>
            <source>The result is not what was requested.</source>
            <translation>结果与所请求的不符。</translation>
        </message>
        <message>
            <source>Check the current state of the index before you try again.</source>
            <translation>重试之前请先查看索引的当前状态。</translation>
        </message>
        <message>
            <source>This is not permitted.</source>
            <translation>没有权限。</translation>
        </message>
        <message>
            <source>Unlock the connection, or ask for the missing privilege.</source>
            <translation>请解锁连接，或申请所缺的权限。</translation>
        </message>
        <message>
            <source>This server does not support it.</source>
            <translation>此服务器不支持该操作。</translation>
        </message>
        <message>
            <source>What this server can do, in the menu Server, lists what it supports.</source>
            <translation>“服务器”菜单中的“该服务器的能力”列出了它支持的功能。</translation>
        </message>
        <message>
            <source>The server returned an error.</source>
            <translation>服务器返回了错误。</translation>
        </message>
        <message>
            <source>The details contain the message of the server.</source>
            <translation>服务器的原文见详细信息。</translation>
        </message>
        <message>
            <source>The server cannot be reached.</source>
            <translation>无法连接到服务器。</translation>
        </message>
        <message>
            <source>Check that it is running and that the address is correct.</source>
            <translation>请检查它是否在运行，以及地址是否正确。</translation>
        </message>
        <message>
            <source>The server took too long.</source>
            <translation>服务器响应超时。</translation>
        </message>
        <message>
            <source>Try again, or choose a smaller range.</source>
            <translation>请重试，或选择较小的范围。</translation>
        </message>
        <message>
            <source>It was cancelled.</source>
            <translation>已取消。</translation>
        </message>
        <message>
            <source>A file could not be read or written.</source>
            <translation>无法读取或写入文件。</translation>
        </message>
        <message>
            <source>The details name it. Check the free space and the permissions of its folder.</source>
            <translation>文件名见详细信息。请检查其所在文件夹的可用空间和权限。</translation>
        </message>
        <message>
            <source>The reply of the server could not be understood.</source>
            <translation>无法理解服务器的应答。</translation>
        </message>
        <message>
            <source>Another program or a proxy may answer at this address. Check host and port.</source>
            <translation>在此地址应答的可能是其他程序或代理。请检查主机和端口。</translation>
        </message>
        <message>
            <source>The connection leads to another server now, so nothing was sent.</source>
            <translation>该连接现在通向另一台服务器，因此没有发送任何内容。</translation>
        </message>
        <message>
            <source>Check which server it is before you unlock the connection.</source>
            <translation>请先确认这是哪台服务器，再解锁连接。</translation>
        </message>
        <message>
            <source>The journal is completed as soon as the server can be asked.</source>
            <translation>一旦可以查询服务器，日志就会补全。</translation>
        </message>
        <message>
            <source>The server could not complete the operation.</source>
            <translation>服务器未能完成该操作。</translation>
        </message>
        <message>
            <source>The details contain the reason that the server gives.</source>
            <translation>服务器给出的原因见详细信息。</translation>
        </message>
        <message>
            <source>The member that was asked is not the primary of its replica set.</source>
            <translation>所访问的成员不是其副本集的主节点。</translation>
        </message>
        <message>
            <source>Try again in a few seconds, when a primary is elected. If that does not help, name the replica set in the connection string.</source>
            <translation>请在几秒后主节点选出时重试。如果仍然失败，请在连接字符串中指定副本集。</translation>
        </message>
        <message>
            <source>The server is shutting down.</source>
            <translation>服务器正在关闭。</translation>
        </message>
        <message>
            <source>Try again when it is running.</source>
            <translation>请在它重新运行后重试。</translation>
        </message>
        <message>
            <source>The server cannot reach another member of its cluster.</source>
            <translation>服务器无法连接到集群的另一个成员。</translation>
        </message>
        <message>
            <source>Check that all members run and that their network works.</source>
            <translation>请检查所有成员是否在运行，以及它们之间的网络是否正常。</translation>
        </message>
        <message>
            <source>Another operation holds a lock that this one needs.</source>
            <translation>另一个操作占用了所需的锁。</translation>
        </message>
        <message>
            <source>Try again when that operation has ended.</source>
            <translation>请在该操作结束后重试。</translation>
        </message>
        <message>
            <source>The server stopped the operation at its time limit.</source>
            <translation>操作达到时限，服务器已将其停止。</translation>
        </message>
        <message>
            <source>Try again when the server is less busy, or choose a smaller range.</source>
            <translation>请在服务器较空闲时重试，或选择较小的范围。</translation>
        </message>
        <message>
            <source>The operation was ended on the server.</source>
            <translation>该操作在服务器上被终止。</translation>
        </message>
        <message>
            <source>An administrator or another program has ended it. Start it again.</source>
            <translation>管理员或其他程序终止了它。请重新开始。</translation>
        </message>
        <message>
            <source>The server is building an index of this collection.</source>
            <translation>服务器正在为该集合建立索引。</translation>
        </message>
        <message>
            <source>Try again when the index is complete.</source>
            <translation>请在索引建成后重试。</translation>
        </message>
        <message>
            <source>The operation needs more memory than the server allows.</source>
            <translation>该操作需要的内存超过服务器的上限。</translation>
        </message>
        <message>
            <source>Choose a smaller range, or sort by a field with an index.</source>
            <translation>请选择较小的范围，或按有索引的字段排序。</translation>
        </message>
        <message>
            <source>This server does not support the command.</source>
            <translation>此服务器不支持该命令。</translation>
        </message>
        <message>
            <source>Another version or product may. What this server can do, in the menu Server, lists what it supports.</source>
            <translation>其他版本或产品可能支持。“服务器”菜单中的“该服务器的能力”列出了它支持的功能。</translation>
        </message>
        <message>
            <source>This server expects another form of the command.</source>
            <translation>此服务器要求该命令采用其他格式。</translation>
        </message>
        <message>
            <source>The details name the field. Report it with the version of the server.</source>
            <translation>字段名见详细信息。请连同服务器版本一起报告此问题。</translation>
        </message>
        <message>
            <source>A field has a name that the server does not accept.</source>
            <translation>服务器不接受某个字段的名称。</translation>
        </message>
        <message>
            <source>Rename the field. Names should not be empty, start with $ or have a dot.</source>
            <translation>请重命名该字段。名称不能为空、以 $ 开头或含有点号。</translation>
        </message>
        <message>
            <source>The cluster is moving this data between its shards.</source>
            <translation>集群正在分片之间移动这些数据。</translation>
        </message>
        <message>
            <source>Try again in a few seconds.</source>
            <translation>请在几秒后重试。</translation>
        </message>
        <message>
            <source>The replica set cannot confirm changes as the connection asks for.</source>
            <translation>副本集无法按连接的要求确认更改。</translation>
        </message>
        <message>
            <source>Correct the option w on the tab Advanced of the connection. The change itself may have been made.</source>
            <translation>请在连接的“高级”标签页中更正选项 w。更改本身可能已经执行。</translation>
        </message>
        <message>
            <source>The server does not accept an option of the index.</source>
            <translation>服务器不接受该索引的某个选项。</translation>
        </message>
        <message>
            <source>The details name the option. Leave it out, or correct it.</source>
            <translation>选项名见详细信息。请去掉或更正该选项。</translation>
        </message>
        <message>
            <source>The server only takes commands of a declared version of its API.</source>
            <translation>服务器只接受声明了 API 版本的命令。</translation>
        </message>
        <message>
            <source>Ask the administrator to accept commands without an API version.</source>
            <translation>请让管理员允许不带 API 版本的命令。</translation>
        </message>
        <message>
            <source>This server does not support a part of the command.</source>
            <translation>此服务器不支持该命令的某个部分。</translation>
        </message>
        <message>
            <source>The details name it. Choose the product on the tab Profile of the connection if Sandglass did not recognise it.</source>
            <translation>具体部分见详细信息。如果 Sandglass 未能识别产品，请在连接的“配置类型”标签页中选择。</translation>
        </message>
        <message>
            <source>The server is overloaded and rejects requests.</source>
            <translation>服务器过载，正在拒绝请求。</translation>
        </message>
        <message>
            <source>Try again later, or set a longer refresh interval in the preferences.</source>
            <translation>请稍后重试，或在首选项中设置更长的刷新间隔。</translation>
        </message>
        <message>
            <source>The server had an internal error.</source>
            <translation>服务器发生内部错误。</translation>
        </message>
        <message>
            <source>Try again. If it remains, the log of the server has the cause.</source>
            <translation>请重试。如果问题依旧，原因可在服务器的日志中找到。</translation>
        </message>
        <message>
            <source>The server does not accept a value of the command.</source>
            <translation>服务器不接受命令中的某个值。</translation>
        </message>
        <message>
            <source>The details name the value. Correct it and try again.</source>
            <translation>具体的值见详细信息。请更正后重试。</translation>
        </message>
        <message>
            <source>The server could not read the command.</source>
            <translation>服务器无法解析该命令。</translation>
        </message>
        <message>
            <source>Check the filter and the values; the details name the part.</source>
            <translation>请检查筛选条件和各个值；出错部分见详细信息。</translation>
        </message>
        <message>
            <source>The server does not know this user.</source>
            <translation>服务器上没有该用户。</translation>
        </message>
        <message>
            <source>Check user and authentication database on the tab Authentication of the connection.</source>
            <translation>请在连接的“身份验证”标签页中检查用户和认证数据库。</translation>
        </message>
        <message>
            <source>This user is not permitted to do this.</source>
            <translation>该用户无权执行此操作。</translation>
        </message>
        <message>
            <source>Ask the administrator of the server for the privilege.</source>
            <translation>请向服务器管理员申请权限。</translation>
        </message>
        <message>
            <source>A value has another type than the server expects.</source>
            <translation>某个值的类型与服务器要求的不符。</translation>
        </message>
        <message>
            <source>The details name the field. Correct its type and try again.</source>
            <translation>字段名见详细信息。请更正其类型后重试。</translation>
        </message>
        <message>
            <source>A number is too large for the server.</source>
            <translation>某个数字超出服务器的范围。</translation>
        </message>
        <message>
            <source>Enter a smaller number.</source>
            <translation>请输入较小的数字。</translation>
        </message>
        <message>
            <source>The server does not accept this user with this password.</source>
            <translation>服务器不接受该用户和密码。</translation>
        </message>
        <message>
            <source>Check user, password and authentication database on the tab Authentication of the connection.</source>
            <translation>请在连接的“身份验证”标签页中检查用户、密码和认证数据库。</translation>
        </message>
        <message>
            <source>The server does not allow this operation in its present role.</source>
            <translation>服务器在当前角色下不允许该操作。</translation>
        </message>
        <message>
            <source>The details say what it requires, such as a replica set.</source>
            <translation>所需条件（例如副本集）见详细信息。</translation>
        </message>
        <message>
            <source>The server found a damaged document.</source>
            <translation>服务器发现损坏的文档。</translation>
        </message>
        <message>
            <source>Ask the administrator to validate the collection.</source>
            <translation>请让管理员校验该集合。</translation>
        </message>
        <message>
            <source>The collection no longer exists.</source>
            <translation>该集合已不存在。</translation>
        </message>
        <message>
            <source>It was dropped or renamed. Refresh to see the current collections.</source>
            <translation>它已被删除或重命名。刷新以查看当前的集合。</translation>
        </message>
        <message>
            <source>The index no longer exists.</source>
            <translation>该索引已不存在。</translation>
        </message>
        <message>
            <source>Another client has dropped it. Refresh to see the current indexes.</source>
            <translation>其他客户端已将其删除。刷新以查看当前的索引。</translation>
        </message>
        <message>
            <source>The field cannot be set, because a part of its path has a simple value.</source>
            <translation>无法设置该字段，因为其路径中的某一部分不是子文档。</translation>
        </message>
        <message>
            <source>Correct the document in the editor first.</source>
            <translation>请先在编辑器中更正该文档。</translation>
        </message>
        <message>
            <source>The field cannot be set, because an array on its path is too short.</source>
            <translation>无法设置该字段，因为其路径中的数组太短。</translation>
        </message>
        <message>
            <source>The change would set the same field twice.</source>
            <translation>该更改会两次设置同一字段。</translation>
        </message>
        <message>
            <source>Change one of the two fields at a time.</source>
            <translation>请每次只更改其中一个字段。</translation>
        </message>
        <message>
            <source>The server has closed the list while it was read.</source>
            <translation>读取过程中服务器关闭了该列表。</translation>
        </message>
        <message>
            <source>Read it again.</source>
            <translation>请重新读取。</translation>
        </message>
        <message>
            <source>A collection or view of this name exists already.</source>
            <translation>已存在同名的集合或视图。</translation>
        </message>
        <message>
            <source>Choose another name, or refresh to see it.</source>
            <translation>请选择其他名称，或刷新以查看它。</translation>
        </message>
        <message>
            <source>The _id has a type that a server does not accept.</source>
            <translation>_id 的类型不被服务器接受。</translation>
        </message>
        <message>
            <source>An _id cannot be an array, a regular expression or undefined.</source>
            <translation>_id 不能是数组、正则表达式或 undefined。</translation>
        </message>
        <message>
            <source>The document lacks the field that decides about its shard.</source>
            <translation>文档缺少决定其分片的字段。</translation>
        </message>
        <message>
            <source>Add the fields of the shard key to the document.</source>
            <translation>请在文档中加入分片键的字段。</translation>
        </message>
        <message>
            <source>The change was made, but too few members confirmed it in time.</source>
            <translation>更改已经执行，但未能及时得到足够多成员的确认。</translation>
        </message>
        <message>
            <source>Do not repeat it. Check the replication lag in the list of members.</source>
            <translation>请勿重复执行。请在成员列表中查看复制延迟。</translation>
        </message>
        <message>
            <source>The _id, or another field that cannot change, would change.</source>
            <translation>该操作会改变 _id 或其他不可更改的字段。</translation>
        </message>
        <message>
            <source>Restore the value. For another _id, insert a new document.</source>
            <translation>请恢复原值。如需其他 _id，请插入新文档。</translation>
        </message>
        <message>
            <source>The server does not create an index with this definition.</source>
            <translation>服务器不能按此定义创建索引。</translation>
        </message>
        <message>
            <source>The details say why. Correct the field or the options.</source>
            <translation>原因见详细信息。请更正字段或选项。</translation>
        </message>
        <message>
            <source>An index of this name exists already.</source>
            <translation>已存在同名的索引。</translation>
        </message>
        <message>
            <source>Change that index, or choose another name.</source>
            <translation>请更改该索引，或选择其他名称。</translation>
        </message>
        <message>
            <source>The server does not accept this combination of options.</source>
            <translation>服务器不接受这样的选项组合。</translation>
        </message>
        <message>
            <source>The details name the option. Another version may allow it.</source>
            <translation>选项名见详细信息。其他版本可能允许。</translation>
        </message>
        <message>
            <source>The server does not accept this name of a database or collection.</source>
            <translation>服务器不接受该数据库名或集合名。</translation>
        </message>
        <message>
            <source>Choose another name.</source>
            <translation>请选择其他名称。</translation>
        </message>
        <message>
            <source>The server is not a member of a replica set.</source>
            <translation>该服务器不是副本集成员。</translation>
        </message>
        <message>
            <source>This works on replica sets and sharded clusters only.</source>
            <translation>此功能仅适用于副本集和分片集群。</translation>
        </message>
        <message>
            <source>The collection has an index of this key or name with other options.</source>
            <translation>该集合已有键或名称相同但选项不同的索引。</translation>
        </message>
        <message>
            <source>Change that index, or drop it first.</source>
            <translation>请更改该索引，或先将其删除。</translation>
        </message>
        <message>
            <source>Another index of this collection has this name.</source>
            <translation>该集合的另一个索引使用了此名称。</translation>
        </message>
        <message>
            <source>Choose another name, or drop that index first.</source>
            <translation>请选择其他名称，或先删除该索引。</translation>
        </message>
        <message>
            <source>The replica set has not been initiated yet.</source>
            <translation>副本集尚未初始化。</translation>
        </message>
        <message>
            <source>Ask the administrator to run rs.initiate().</source>
            <translation>请让管理员运行 rs.initiate()。</translation>
        </message>
        <message>
            <source>Another client changed the same data at the same time.</source>
            <translation>其他客户端同时更改了相同的数据。</translation>
        </message>
        <message>
            <source>Try again.</source>
            <translation>请重试。</translation>
        </message>
        <message>
            <source>Another operation on this collection is in progress, such as resharding.</source>
            <translation>该集合上正在进行其他操作，例如重新分片。</translation>
        </message>
        <message>
            <source>The collection is not sharded.</source>
            <translation>该集合未分片。</translation>
        </message>
        <message>
            <source>This works on sharded collections only.</source>
            <translation>此功能仅适用于分片集合。</translation>
        </message>
        <message>
            <source>The document does not follow the validation rules of the collection.</source>
            <translation>文档不符合集合的校验规则。</translation>
        </message>
        <message>
            <source>The details name the rule. Correct the document.</source>
            <translation>规则见详细信息。请更正文档。</translation>
        </message>
        <message>
            <source>No member of the cluster may answer at the moment.</source>
            <translation>目前没有可以应答的集群成员。</translation>
        </message>
        <message>
            <source>Check that the members run, and the option readPreference on the tab Advanced of the connection.</source>
            <translation>请检查各成员是否在运行，以及连接的“高级”标签页中的选项 readPreference。</translation>
        </message>
        <message>
            <source>The replica set has not confirmed its data yet.</source>
            <translation>副本集尚未确认其数据。</translation>
        </message>
        <message>
            <source>The collection deleted documents faster than they could be read.</source>
            <translation>集合删除文档的速度快于读取速度。</translation>
        </message>
        <message>
            <source>The collection is empty.</source>
            <translation>该集合为空。</translation>
        </message>
        <message>
            <source>A view has no indexes, and its documents cannot change.</source>
            <translation>视图没有索引，其文档也不能更改。</translation>
        </message>
        <message>
            <source>Choose the collection from which the view reads.</source>
            <translation>请选择该视图所读取的集合。</translation>
        </message>
        <message>
            <source>A view does not have this option.</source>
            <translation>视图没有此选项。</translation>
        </message>
        <message>
            <source>A document has arrays in two fields of the same index.</source>
            <translation>某个文档在同一索引的两个字段中都是数组。</translation>
        </message>
        <message>
            <source>The details name the fields. Correct the documents, or choose an index of one field.</source>
            <translation>字段名见详细信息。请更正文档，或选择单字段索引。</translation>
        </message>
        <message>
            <source>The collection or an index changed while it was read.</source>
            <translation>读取过程中集合或索引发生了变化。</translation>
        </message>
        <message>
            <source>Several indexes have this key.</source>
            <translation>有多个索引使用该键。</translation>
        </message>
        <message>
            <source>Refresh, and choose the index by its name.</source>
            <translation>请刷新，然后按名称选择索引。</translation>
        </message>
        <message>
            <source>The server does not accept a second handshake on a connection.</source>
            <translation>服务器不接受同一连接上的第二次握手。</translation>
        </message>
        <message>
            <source>A proxy may share connections. Connect without it.</source>
            <translation>可能有代理在共用连接。请不经代理直接连接。</translation>
        </message>
        <message>
            <source>The members of the cluster do not agree on its keys yet.</source>
            <translation>集群成员之间的密钥尚未同步。</translation>
        </message>
        <message>
            <source>Try again in a minute.</source>
            <translation>请在一分钟后重试。</translation>
        </message>
        <message>
            <source>The server does not let this user in from this computer.</source>
            <translation>服务器不允许该用户从本机登录。</translation>
        </message>
        <message>
            <source>Ask the administrator to permit the address of this computer.</source>
            <translation>请让管理员允许本机的地址。</translation>
        </message>
        <message>
            <source>The database is being dropped.</source>
            <translation>该数据库正在被删除。</translation>
        </message>
        <message>
            <source>A value could not be converted to another type.</source>
            <translation>某个值无法转换为其他类型。</translation>
        </message>
        <message>
            <source>The details name the value.</source>
            <translation>具体的值见详细信息。</translation>
        </message>
        <message>
            <source>The server has too many sessions.</source>
            <translation>服务器的会话过多。</translation>
        </message>
        <message>
            <source>Try again when other clients have ended theirs.</source>
            <translation>请在其他客户端结束会话后重试。</translation>
        </message>
        <message>
            <source>The server ended the build of the index.</source>
            <translation>服务器终止了索引的建立。</translation>
        </message>
        <message>
            <source>Another client has ended it, or a document cannot be indexed. The details contain the reason.</source>
            <translation>其他客户端终止了它，或者某个文档无法编入索引。原因见详细信息。</translation>
        </message>
        <message>
            <source>Too few members take part in the build of the index.</source>
            <translation>参与建立索引的成员过少。</translation>
        </message>
        <message>
            <source>Check that all members with data run.</source>
            <translation>请检查所有存有数据的成员是否在运行。</translation>
        </message>
        <message>
            <source>The server does not offer this method of authentication.</source>
            <translation>服务器不提供这种身份验证方式。</translation>
        </message>
        <message>
            <source>Choose another method on the tab Authentication of the connection.</source>
            <translation>请在连接的“身份验证”标签页中选择其他方式。</translation>
        </message>
        <message>
            <source>The server does not take messages of this old form.</source>
            <translation>服务器不接受这种旧格式的消息。</translation>
        </message>
        <message>
            <source>A proxy may change them. Connect without it.</source>
            <translation>可能有代理改动了消息。请不经代理直接连接。</translation>
        </message>
        <message>
            <source>The index cannot become unique: it has equal values.</source>
            <translation>该索引不能改为唯一索引：其中有相同的值。</translation>
        </message>
        <message>
            <source>Correct the documents first.</source>
            <translation>请先更正这些文档。</translation>
        </message>
        <message>
            <source>The collection was replaced by another of this name.</source>
            <translation>该集合已被同名的另一个集合取代。</translation>
        </message>
        <message>
            <source>The index belongs to the shard key, so it cannot be dropped or hidden.</source>
            <translation>该索引用于分片键，因此不能删除或隐藏。</translation>
        </message>
        <message>
            <source>Create another index that begins with the shard key first.</source>
            <translation>请先创建另一个以分片键开头的索引。</translation>
        </message>
        <message>
            <source>Changes are blocked on this cluster.</source>
            <translation>此集群禁止更改。</translation>
        </message>
        <message>
            <source>An administrator or a migration has blocked them. Try again later.</source>
            <translation>管理员或迁移任务禁止了更改。请稍后重试。</translation>
        </message>
        <message>
            <source>The login has expired.</source>
            <translation>登录已过期。</translation>
        </message>
        <message>
            <source>Connect again.</source>
            <translation>请重新连接。</translation>
        </message>
        <message>
            <source>The settings of the server reject this query.</source>
            <translation>服务器的设置拒绝了此查询。</translation>
        </message>
        <message>
            <source>Ask the administrator about the query settings.</source>
            <translation>请向管理员询问查询设置。</translation>
        </message>
        <message>
            <source>Atlas does not permit this.</source>
            <translation>Atlas 不允许此操作。</translation>
        </message>
        <message>
            <source>The details say why: the user, the database or the size of the cluster.</source>
            <translation>原因见详细信息：可能是用户、数据库或集群规格。</translation>
        </message>
        <message>
            <source>The document is larger than the server allows.</source>
            <translation>文档超过服务器允许的大小。</translation>
        </message>
        <message>
            <source>A document may have 16 MB. Make it smaller.</source>
            <translation>文档最大为 16 MB。请将其缩小。</translation>
        </message>
        <message>
            <source>Another document has the same value in _id or in a unique index.</source>
            <translation>另一个文档的 _id 或唯一索引中已有相同的值。</translation>
        </message>
        <message>
            <source>The details name the index. Choose another value.</source>
            <translation>索引名见详细信息。请选择其他值。</translation>
        </message>
        <message>
            <source>A database exists whose name differs in upper and lower case only.</source>
            <translation>已存在仅大小写不同的数据库。</translation>
        </message>
        <message>
            <source>Write the name as that database has it.</source>
            <translation>请按该数据库的名称书写。</translation>
        </message>
        <message>
            <source>The member is still starting or recovering.</source>
            <translation>该成员仍在启动或恢复中。</translation>
        </message>
        <message>
            <source>Try again when it is a primary or a secondary.</source>
            <translation>请在它成为主节点或从节点后重试。</translation>
        </message>
        <message>
            <source>The disk of the server is full.</source>
            <translation>服务器的磁盘已满。</translation>
        </message>
        <message>
            <source>Free disk space on the server, then try again.</source>
            <translation>请释放服务器的磁盘空间后重试。</translation>
        </message>
        <message>
            <source>The server has reached its rate of requests.</source>
            <translation>服务器已达到请求速率上限。</translation>
        </message>
        <message>
            <source>Try again in a few seconds, or raise the throughput (RU/s) of the collection.</source>
            <translation>请在几秒后重试，或提高该集合的吞吐量（RU/s）。</translation>
        </message>
        <message>
            <source>A value is too long for an index.</source>
            <translation>某个值对索引来说太长。</translation>
        </message>
        <message>
            <source>The details name the index. Shorten the value.</source>
            <translation>索引名见详细信息。请缩短该值。</translation>
        </message>
        <message>
            <source>The login did not go as the server expects it.</source>
            <translation>登录过程不符合服务器的预期。</translation>
        </message>
        <message>
            <source>Try again. If it remains, another program or a proxy may answer at this address.</source>
            <translation>请重试。如果问题依旧，可能是其他程序或代理在此地址应答。</translation>
        </message>
        <message>
            <source>The server does not know a role.</source>
            <translation>服务器不认识某个角色。</translation>
        </message>
        <message>
            <source>The details name the role. Correct its name.</source>
            <translation>详细信息中列出了该角色。请更正其名称。</translation>
        </message>
        <message>
            <source>The server cannot open more files.</source>
            <translation>服务器无法打开更多文件。</translation>
        </message>
        <message>
            <source>Close connections that are not needed, or raise its limit of open files.</source>
            <translation>请关闭不需要的连接，或提高其打开文件数的上限。</translation>
        </message>
        <message>
            <source>The connection is locked.</source>
            <translation>连接已锁定。</translation>
        </message>
        <message>
            <source>Unlock it to make changes.</source>
            <translation>解锁后才能更改。</translation>
        </message>
        <message>
            <source>Another staged purge has not ended yet.</source>
            <translation>另一个分批清除尚未结束。</translation>
        </message>
        <message>
            <source>Wait until it has ended, or cancel it. Only one can run at a time.</source>
            <translation>请等待它结束，或将其取消。一次只能进行一个。</translation>
        </message>
        <message>
            <source>The purge belongs to another server.</source>
            <translation>该清除属于另一台服务器。</translation>
        </message>
        <message>
            <source>Connect to the server on which it was started.</source>
            <translation>请连接到启动它的服务器。</translation>
        </message>
        <message>
            <source>On a production server, a purge is resumed in its dialog.</source>
            <translation>在生产环境的服务器上，清除须在其对话框中继续。</translation>
        </message>
        <message>
            <source>Open the dialog of the staged purge: it asks for the collection's name.</source>
            <translation>请打开分批清除的对话框：其中会要求输入集合名称。</translation>
        </message>
        <message>
            <source>The server finds expired documents but deletes none of them.</source>
            <translation>服务器能找到到期的文档，却一个也没有删除。</translation>
        </message>
        <message>
            <source>Another program may renew their dates all the time. Resume the purge later, or cancel it.</source>
            <translation>可能有其他程序一直在更新它们的日期。请稍后继续清除，或将其取消。</translation>
        </message>
        <message>
            <source>The state of the purge could not be written.</source>
            <translation>无法写入清除的状态。</translation>
        </message>
        <message>
            <source>Check the free space and the permissions of the folder in which Sandglass keeps its data.</source>
            <translation>请检查 Sandglass 数据文件夹的可用空间和权限。</translation>
        </message>
        <message>
            <source>The index of the rule has a collation, so documents whose _id is a text or a document cannot be purged in batches.</source>
            <translation>该规则的索引带有排序规则，因此 _id 为文本或文档的文档无法分批清除。</translation>
        </message>
        <message>
            <source>Let the TTL monitor of the server delete them.</source>
            <translation>请交由服务器的 TTL 监控器删除。</translation>
        </message>
        <message>
            <source>Too many documents have the same date, so they cannot be archived.</source>
            <translation>日期相同的文档过多，因此无法归档。</translation>
        </message>
        <message>
            <source>Purge without an archive, or save the documents with another program before.</source>
            <translation>请不归档直接清除，或先用其他程序保存这些文档。</translation>
        </message>
        <message>
            <source>The server sent a document for the archive that the rule does not delete.</source>
            <translation>服务器为归档发来了一个该规则不会删除的文档。</translation>
        </message>
        <message>
            <source>Nothing was deleted. Check the rule, and start the purge again.</source>
            <translation>没有删除任何内容。请检查规则，然后重新开始清除。</translation>
        </message>
        <message>
            <source>There is an archive in this folder already.</source>
            <translation>此文件夹中已有归档。</translation>
        </message>
        <message>
            <source>The details name the file. Choose another folder: an archive is never overwritten.</source>
            <translation>文件名见详细信息。请选择其他文件夹：归档绝不会被覆盖。</translation>
        </message>
        <message>
            <source>The archive is not the one that was written for this purge.</source>
            <translation>该归档不是为此次清除写入的归档。</translation>
        </message>
        <message>
            <source>Put that archive back into its folder, or cancel the purge and start it again.</source>
            <translation>请将原来的归档放回其文件夹，或取消清除后重新开始。</translation>
        </message>
        <message>
            <source>The archive is damaged, or is not as it was written.</source>
            <translation>归档已损坏，或与写入时不同。</translation>
        </message>
        <message>
            <source>The details name the file and the fault. Nothing is deleted without a whole archive: check the disk, and write the archive again.</source>
            <translation>文件和错误见详细信息。没有完整的归档就不会删除任何内容：请检查磁盘，然后重新写入归档。</translation>
        </message>
        <message>
            <source>A document is too large for a line of JSON.</source>
            <translation>有一个文档过大，无法写成一行 JSON。</translation>
        </message>
        <message>
            <source>Archive as BSON instead.</source>
            <translation>请改用 BSON 归档。</translation>
        </message>
        <message>
            <source>This is another replica set than before.</source>
            <translation>这是与之前不同的副本集。</translation>
        </message>
        <message>
            <source>Check which server it is before you start again.</source>
            <translation>请先确认这是哪台服务器，再重新开始。</translation>
        </message>
        <message>
            <source>It was dropped or renamed. Refresh to see what is there now.</source>
            <translation>它已被删除或重命名。刷新以查看现在的内容。</translation>
        </message>
        <message>
            <source>This is another collection of the same name.</source>
            <translation>这是另一个同名的集合。</translation>
        </message>
        <message>
            <source>The former one was dropped or renamed. Check what this one contains before you start again.</source>
            <translation>原来的集合已被删除或重命名。请先查看此集合的内容，再重新开始。</translation>
        </message>
        <message>
            <source>The index has been changed in the meantime.</source>
            <translation>索引在此期间已被更改。</translation>
        </message>
        <message>
            <source>Look at the index as it is now before you try again.</source>
            <translation>重试之前请先查看索引现在的样子。</translation>
        </message>
        <message>
            <source>The change was made on another server.</source>
            <translation>该更改是在另一台服务器上进行的。</translation>
        </message>
        <message>
            <source>Connect to that server to undo it.</source>
            <translation>请连接到那台服务器以撤销它。</translation>
        </message>
        <message>
            <source>The journal shows which of them were executed.</source>
            <translation>日志显示其中哪些已执行。</translation>
        </message>
        <message>
            <source>Another change of documents is in progress.</source>
            <translation>另一项文档更改正在进行。</translation>
        </message>
        <message>
            <source>Try again when it has ended.</source>
            <translation>请在其结束后重试。</translation>
        </message>
        <message>
            <source>Another client has changed the document since it was read.</source>
            <translation>读取之后，另一个客户端更改了该文档。</translation>
        </message>
        <message>
            <source>Refresh, and make the change again.</source>
            <translation>请刷新，然后重新更改。</translation>
        </message>
        <message>
            <source>The date that this collection's rule uses cannot be changed.</source>
            <translation>此集合的规则所用的日期无法更改。</translation>
        </message>
        <message>
            <source>It is part of the _id, or of a measurement of a time series.</source>
            <translation>它属于 _id，或属于时间序列的测量值。</translation>
        </message>
        <message>
            <source>The server hides the field of the rule from queries, so nothing can be counted by it.</source>
            <translation>服务器不允许查询该规则的字段，因此无法据此计数。</translation>
        </message>
        <message>
            <source>Only the server knows which of its documents are due.</source>
            <translation>只有服务器知道哪些文档已到期。</translation>
        </message>
        <message>
            <source>Expiry is paused here already.</source>
            <translation>此处的过期已经暂停。</translation>
        </message>
        <message>
            <source>The TTL monitor is off already.</source>
            <translation>TTL 监控器已经关闭。</translation>
        </message>
        <message>
            <source>The server has accepted the command, but its TTL monitor is as it was before.</source>
            <translation>服务器接受了命令，但其 TTL 监控器仍与之前相同。</translation>
        </message>
        <message>
            <source>Refresh, and try again.</source>
            <translation>请刷新后重试。</translation>
        </message>
        <message>
            <source>The server does not report whether its TTL monitor is on.</source>
            <translation>服务器没有报告其 TTL 监控器是否开启。</translation>
        </message>
        <message>
            <source>It cannot be paused here: the value to go back to would not be known.</source>
            <translation>此处无法暂停：无从得知要恢复的值。</translation>
        </message>
        <message>
            <source>The TTL monitor of this member is being switched.</source>
            <translation>正在切换此成员的 TTL 监控器。</translation>
        </message>
        <message>
            <source>The connection leads to one member only, such as through an SSH tunnel.</source>
            <translation>该连接只通向一个成员，例如经由 SSH 隧道。</translation>
        </message>
        <message>
            <source>Connect to the other member itself.</source>
            <translation>请直接连接到另一个成员。</translation>
        </message>
        <message>
            <source>Another restore point is being made, restored or deleted.</source>
            <translation>正在创建、还原或删除另一个还原点。</translation>
        </message>
        <message>
            <source>This works only with the local engine, while it is running and connected.</source>
            <translation>此操作仅适用于正在运行且已连接的本地引擎。</translation>
        </message>
        <message>
            <source>Start the local engine, and connect to it.</source>
            <translation>请启动本地引擎并连接到它。</translation>
        </message>
        <message>
            <source>The current state does not allow it.</source>
            <translation>当前状态不允许此操作。</translation>
        </message>
        <message>
            <source>The details contain the reason. Refresh before you try again.</source>
            <translation>原因见详细信息。请先刷新再重试。</translation>
        </message>
        <message>
            <source>The outcome of one of the commands of the change is not certain.</source>
            <translation>此更改中某个命令的结果不确定。</translation>
        </message>
        <message>
            <source>No certain answer arrived, so the server may have made the change.</source>
            <translation>没有收到确定的答复，因此服务器可能已进行此更改。</translation>
        </message>
        <message>
            <source>The server does not tell how far its members are behind.</source>
            <translation>服务器未告知其成员滞后多少。</translation>
        </message>
        <message>
            <source>Switch off the limit for replication lag, or purge without it.</source>
            <translation>请关闭复制滞后的限制，或者不使用该限制进行清除。</translation>
        </message>
        <message>
            <source>The deletion was cut off before it was complete.</source>
            <translation>删除在完成之前中断。</translation>
        </message>
        <message>
            <source>Delete the rest again if it is still wanted.</source>
            <translation>如果仍需删除，请再次删除其余文档。</translation>
        </message>
    </context>
    <context>
        <name>Figures</name>
        <message>
            <source>Counted in the documents by the rule of each index.</source>
            <translation>按各索引的规则对文档计数。</translation>
        </message>
        <message>
            <source>Extrapolated from a sample of the documents.</source>
            <translation>根据文档样本推算。</translation>
        </message>
        <message>
            <source>Read from the server's own counters (metrics.ttl), for all collections.</source>
            <translation>读自服务器自身的计数器（metrics.ttl），涵盖所有集合。</translation>
        </message>
        <message>
            <source>Observed: the decrease in overdue documents between two counts.</source>
            <translation>观测值：两次计数之间逾期文档数的减少量。</translation>
        </message>
        <message>
            <source>This user is not permitted to read this.</source>
            <translation>服务器不允许读取此项。</translation>
        </message>
        <message>
            <source>Not known yet.</source>
            <translation>尚不可知。</translation>
        </message>
        <message>
            <source>nothing overdue</source>
            <translation>无逾期</translation>
        </message>
        <message>
            <source>keeping up</source>
            <translation>没有积压</translation>
        </message>
        <message>
            <source>pace not known yet</source>
            <translation>速度尚不可知</translation>
        </message>
        <message>
            <source>catches up in %1</source>
            <translation>%1后清完积压</translation>
        </message>
        <message>
            <source>falling behind by %1/min</source>
            <translation>每分钟积压 %1 个</translation>
        </message>
        <message>
            <source>paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <source>stuck: no pass although documents are overdue</source>
            <translation>停滞：有逾期文档，但没有运行清理</translation>
        </message>
        <message>
            <source>not permitted to read</source>
            <translation>无权读取</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>running</source>
            <translation>正在运行</translation>
        </message>
        <message>
            <source>running, last pass %1 ago</source>
            <translation>正在运行，上次运行于 %1前</translation>
        </message>
        <message>
            <source>Read from the server's parameters. It reports no passes.</source>
            <translation>读自服务器参数。它不报告运行次数。</translation>
        </message>
        <message>
            <source>The server reports nothing about its monitor, but overdue documents became fewer between two counts.</source>
            <translation>服务器不报告其监控器的情况，但两次统计之间逾期文档减少了。</translation>
        </message>
        <message>
            <source>The server reports nothing about its monitor.</source>
            <translation>服务器不报告其监控器的情况。</translation>
        </message>
        <message>
            <source>running, deletions seen %1 ago</source>
            <translation>运行中，%1 前观察到删除</translation>
        </message>
        <message>
            <source>Only the collections in view are counted.</source>
            <translation>只统计了当前可见的集合。</translation>
        </message>
        <message>
            <source>not connected</source>
            <translation>未连接</translation>
        </message>
        <message>
            <source>Only a server that accepts writes deletes. A secondary copies what its primary deletes.</source>
            <translation>只有接受写入的服务器会执行删除。从节点复制主节点的删除操作。</translation>
        </message>
        <message>
            <source>deletes nothing: this server accepts no writes</source>
            <translation>不执行删除：本服务器不接受写入</translation>
        </message>
        <message>
            <source>None was found in what was counted.</source>
            <translation>在已统计的部分中没有发现。</translation>
        </message>
        <message>
            <source>paused: nothing is deleted</source>
            <translation>已暂停：不删除任何文档</translation>
        </message>
        <message>
            <source>not catching up</source>
            <translation>积压没有减少</translation>
        </message>
        <message numerus="yes">
            <source>%Ln rule(s) could not be counted.</source>
            <translation>
                <numerusform>%Ln 条规则无法统计。</numerusform>
            </translation>
        </message>
        <message>
            <source>There may be more in what could not be read.</source>
            <translation>在未能读取的部分中可能还有更多。</translation>
        </message>
        <message>
            <source>a pass is running</source>
            <translation>正在进行一次运行</translation>
        </message>
        <message>
            <source>first pass in %1</source>
            <translation>%1后首次运行</translation>
        </message>
        <message>
            <source>next pass in %1</source>
            <translation>%1后下次运行</translation>
        </message>
        <message>
            <source>first pass within %1</source>
            <translation>%1内首次运行</translation>
        </message>
        <message>
            <source>next pass within %1</source>
            <translation>%1内下次运行</translation>
        </message>
        <message>
            <source>running, %1</source>
            <translation>正在运行，%1</translation>
        </message>
    </context>
    <context>
        <name>FiguresMapping</name>
        <message>
            <source>On</source>
            <translation>开启</translation>
        </message>
        <message>
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <source>Stalled</source>
            <translation>停滞</translation>
        </message>
        <message>
            <source>Unknown</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>Overdue now</source>
            <translation>当前逾期</translation>
        </message>
        <message>
            <source>oldest %1</source>
            <translation>最早 %1</translation>
        </message>
        <message>
            <source>Due in 24 hours</source>
            <translation>24 小时内到期</translation>
        </message>
        <message>
            <source>Deleted per minute</source>
            <translation>每分钟删除</translation>
        </message>
        <message>
            <source>TTL monitor</source>
            <translation>TTL 监控器</translation>
        </message>
        <message>
            <source>Due per minute</source>
            <translation>每分钟到期</translation>
        </message>
        <message>
            <source>Not here</source>
            <translation>不在此处</translation>
        </message>
        <message>
            <source>Due in 1 hour</source>
            <translation>1 小时内到期</translation>
        </message>
    </context>
    <context>
        <name>HelpPages</name>
        <message>
            <source>en</source>
            <extracomment>the folder of the help pages in this language: en or zh_CN</extracomment>
            <translation>zh_CN</translation>
        </message>
    </context>
    <context>
        <name>InnerButtons</name>
        <message>
            <source>Clear</source>
            <translation>清除</translation>
        </message>
        <message>
            <source>Close %1</source>
            <translation>关闭 %1</translation>
        </message>
        <message>
            <source>Detach %1 or attach it again</source>
            <translation>分离或重新停靠%1</translation>
        </message>
        <message>
            <source>More tools</source>
            <translation>更多工具</translation>
        </message>
        <message>
            <source>Docks in one place</source>
            <translation>同一位置的面板</translation>
        </message>
    </context>
    <context>
        <name>InventoryScope</name>
        <message>
            <source>TTL rules of the server</source>
            <translation>服务器的 TTL 规则</translation>
        </message>
        <message>
            <source>Nothing expires on this server</source>
            <translation>此服务器上没有会过期的内容</translation>
        </message>
        <message>
            <source>This server has no TTL rules.</source>
            <translation>此服务器上没有 TTL 规则。</translation>
        </message>
        <message>
            <source>No rule on this server matches the filter.</source>
            <translation>此服务器上没有符合筛选的规则。</translation>
        </message>
        <message>
            <source>Database %1</source>
            <extracomment>the heading of a page; %1 is the name of a database</extracomment>
            <translation>数据库 %1</translation>
        </message>
        <message>
            <source>TTL rules of the database</source>
            <translation>数据库的 TTL 规则</translation>
        </message>
        <message>
            <source>Nothing expires in this database</source>
            <translation>此数据库中没有会过期的内容</translation>
        </message>
        <message>
            <source>This database has no TTL rules.</source>
            <translation>此数据库中没有 TTL 规则。</translation>
        </message>
        <message>
            <source>No rule in this database matches the filter.</source>
            <translation>此数据库中没有符合筛选的规则。</translation>
        </message>
    </context>
    <context>
        <name>InventoryText</name>
        <message>
            <source>%1 documents</source>
            <translation>%1 个文档</translation>
        </message>
        <message>
            <source>%1 overdue</source>
            <translation>%1 个逾期</translation>
        </message>
        <message>
            <source>Overdue now: %1</source>
            <translation>当前逾期：%1</translation>
        </message>
        <message>
            <source>Due in the next hour: %1, in 24 hours: %2</source>
            <translation>一小时内到期：%1，24 小时内到期：%2</translation>
        </message>
        <message>
            <source>TTL monitor: %1</source>
            <translation>TTL 监控器：%1</translation>
        </message>
        <message>
            <source>TTL rules:</source>
            <translation>TTL 规则：</translation>
        </message>
        <message>
            <source>Expirations by bucket:</source>
            <translation>按时段统计的过期：</translation>
        </message>
        <message>
            <source>Later: %1, never: %2</source>
            <translation>更晚：%1，永不：%2</translation>
        </message>
        <message>
            <source>Nothing has been counted.</source>
            <translation>尚未统计。</translation>
        </message>
        <message>
            <source>The counts are estimated from a sample.</source>
            <translation>数量是根据样本估算的。</translation>
        </message>
        <message>
            <source>Expirations by bucket, times in %1:</source>
            <translation>按时段统计的过期（时间为 %1）：</translation>
        </message>
    </context>
    <context>
        <name>Journal</name>
        <message>
            <source>ordinary index</source>
            <translation>普通索引</translation>
        </message>
        <message>
            <source>hidden</source>
            <translation>隐藏</translation>
        </message>
        <message>
            <source>Create index %1 on %2</source>
            <translation>在 %2 上创建索引 %1</translation>
        </message>
        <message>
            <source>Change index %1 of %2</source>
            <translation>更改 %2 的索引 %1</translation>
        </message>
        <message>
            <source>Drop index %1 of %2</source>
            <translation>删除 %2 的索引 %1</translation>
        </message>
        <message>
            <source>Insert into %1</source>
            <translation>插入到 %1</translation>
        </message>
        <message>
            <source>Replace a document of %1</source>
            <translation>替换 %1 的一个文档</translation>
        </message>
        <message>
            <source>Set the date of documents of %1</source>
            <translation>设置 %1 中文档的日期</translation>
        </message>
        <message>
            <source>Delete documents of %1</source>
            <translation>删除 %1 的文档</translation>
        </message>
        <message>
            <source>Load sample data into %1</source>
            <translation>将示例数据载入 %1</translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s)</source>
            <translation>
                <numerusform>%Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Drops the index. Deleted documents do not come back.</source>
            <translation>重新删除该索引。已删除的文档无法恢复。</translation>
        </message>
        <message>
            <source>Creates the index again as it was. Deleted documents do not come back.</source>
            <translation>按原样重建该索引。已删除的文档无法恢复。</translation>
        </message>
        <message>
            <source>Restores the previous settings of the index. Deleted documents do not come back.</source>
            <translation>将该索引恢复原状。已删除的文档无法恢复。</translation>
        </message>
        <message>
            <source>dropped</source>
            <translation>已删除</translation>
        </message>
        <message>
            <source>Counting what a rule would delete in %1</source>
            <translation>正在统计规则将在 %1 中删除的内容</translation>
        </message>
        <message>
            <source>Creating an index on %1</source>
            <translation>正在 %1 上创建索引</translation>
        </message>
        <message>
            <source>Changing an index of %1</source>
            <translation>正在更改 %1 的索引</translation>
        </message>
        <message>
            <source>Dropping an index of %1</source>
            <translation>正在删除 %1 的索引</translation>
        </message>
        <message>
            <source>Loading sample data into %1</source>
            <translation>正在将示例数据载入 %1</translation>
        </message>
        <message>
            <source>Changing documents of %1</source>
            <translation>正在更改 %1 的文档</translation>
        </message>
        <message>
            <source>Checking why documents do not expire</source>
            <translation>正在查找不会过期的内容</translation>
        </message>
        <message>
            <source>Checking why documents do not expire in %1</source>
            <translation>正在 %1 中查找不会过期的内容</translation>
        </message>
        <message>
            <source>Purge %1 in stages</source>
            <translation>分批清除 %1</translation>
        </message>
        <message>
            <source>The index %1 of %2 was dropped.</source>
            <translation>%2 的索引 %1 已删除。</translation>
        </message>
        <message>
            <source>%1 of %2 is now: %3.</source>
            <extracomment>an index, its collection, and its rule: "createdAt_1 of app.sessions is now: after 3 h."</extracomment>
            <translation>%2 的 %1 现在是：%3。</translation>
        </message>
        <message>
            <source>Archiving documents of %1</source>
            <translation>正在归档 %1 的文档</translation>
        </message>
        <message>
            <source>Purging %1 in stages</source>
            <translation>正在分批清除 %1</translation>
        </message>
        <message>
            <source>Make a restore point</source>
            <translation>创建还原点</translation>
        </message>
        <message>
            <source>Make a restore point for %1</source>
            <translation>为 %1 创建还原点</translation>
        </message>
        <message>
            <source>Restore the data of the local engine</source>
            <translation>还原本地引擎的数据</translation>
        </message>
        <message>
            <source>Counting every collection exactly</source>
            <translation>正在精确统计所有集合</translation>
        </message>
        <message>
            <source>Counting %1 exactly</source>
            <translation>正在精确统计 %1</translation>
        </message>
        <message>
            <source>Change the collection-level rule of %1</source>
            <translation>更改 %1 自身的规则</translation>
        </message>
        <message>
            <source>Restores the previous collection-level rule. Deleted documents do not come back.</source>
            <translation>将自身的规则恢复原样。已删除的文档不会恢复。</translation>
        </message>
        <message>
            <source>switched off</source>
            <translation>已关闭</translation>
        </message>
        <message>
            <source>The collection-level rule of %1 is now: %2.</source>
            <translation>%1 自身的规则现在是：%2。</translation>
        </message>
        <message>
            <source>Pause expiry</source>
            <translation>暂停过期</translation>
        </message>
        <message>
            <source>Pause expiry on %1</source>
            <translation>暂停 %1 上的过期</translation>
        </message>
        <message>
            <source>Resume expiry</source>
            <translation>恢复过期</translation>
        </message>
        <message>
            <source>Resume expiry on %1</source>
            <translation>恢复 %1 上的过期</translation>
        </message>
        <message>
            <source>It is not known how many documents will go with the next pass</source>
            <translation>下一次运行会删除多少文档尚不清楚</translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) will go with the next pass</source>
            <translation>
                <numerusform>下一次运行将删除 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Put expired documents back</source>
            <translation>放回已过期的文档</translation>
        </message>
        <message>
            <source>done</source>
            <translation>完成</translation>
        </message>
        <message numerus="yes">
            <source>at least %Ln document(s)</source>
            <translation>
                <numerusform>至少 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Local engine</source>
            <translation>本地引擎</translation>
        </message>
        <message>
            <source>Gives the documents their earlier dates again, except those that another client has changed since. Deleted documents do not come back.</source>
            <translation>恢复文档原来的日期，其他客户端此后更改过的除外。已删除的文档无法恢复。</translation>
        </message>
        <message>
            <source>The earlier dates are not known any more: only those of the latest changes are kept, until the window is closed, and never in the journal.</source>
            <translation>原来的日期已无从得知：只保留最近几次更改的日期，保留到窗口关闭，从不写入日志。</translation>
        </message>
        <message>
            <source>The outcome was not certain. Reading back shows that the command was executed.</source>
            <translation>当时结果不确定。回读显示该命令已执行。</translation>
        </message>
        <message>
            <source>The outcome was not certain. Reading back shows that it is not in effect.</source>
            <translation>当时结果不确定。回读显示该更改未生效。</translation>
        </message>
        <message>
            <source>The outcome was not certain. Reading back shows that %1 of %2 documents were deleted.</source>
            <translation>当时结果不确定。回读显示 %2 个文档中已删除 %1 个。</translation>
        </message>
    </context>
    <context>
        <name>JsonFault</name>
        <message>
            <source>a string contains a control character, such as a line break.</source>
            <translation>字符串含有控制字符，例如换行符。</translation>
        </message>
        <message>
            <source>a string is not closed.</source>
            <translation>字符串没有结束引号。</translation>
        </message>
        <message>
            <source>this escape sequence is not known.</source>
            <translation>此转义序列无法识别。</translation>
        </message>
        <message>
            <source>this escape sequence is only half of a character.</source>
            <translation>此转义序列只是半个字符。</translation>
        </message>
        <message>
            <source>four hexadecimal digits are expected.</source>
            <translation>此处应为四位十六进制数字。</translation>
        </message>
        <message>
            <source>this number is too large or too small.</source>
            <translation>此数字过大或过小。</translation>
        </message>
        <message>
            <source>an object is expected, which begins with {.</source>
            <translation>此处应为以 { 开头的对象。</translation>
        </message>
        <message>
            <source>text follows the object.</source>
            <translation>对象之后还有文本。</translation>
        </message>
        <message>
            <source>the object stands for a single value, not for a document.</source>
            <translation>该对象表示单个值，而不是文档。</translation>
        </message>
        <message>
            <source>a value is expected.</source>
            <translation>此处应为值。</translation>
        </message>
        <message>
            <source>it is nested too deeply.</source>
            <translation>嵌套过深。</translation>
        </message>
        <message>
            <source>a comma or } is expected.</source>
            <translation>此处应为逗号或 }。</translation>
        </message>
        <message>
            <source>a comma or ] is expected.</source>
            <translation>此处应为逗号或 ]。</translation>
        </message>
        <message>
            <source>a name in double quotes is expected.</source>
            <translation>此处应为双引号中的名称。</translation>
        </message>
        <message>
            <source>a name contains a zero character.</source>
            <translation>名称含有零字符。</translation>
        </message>
        <message>
            <source>a colon is expected.</source>
            <translation>此处应为冒号。</translation>
        </message>
        <message>
            <source>the content of %1 does not have its form.</source>
            <extracomment>%1 is a name of extended JSON such as $oid</extracomment>
            <translation>%1 的内容格式不正确。</translation>
        </message>
        <message>
            <source>The text is larger than 16 MiB.</source>
            <translation>文本大于 16 MiB。</translation>
        </message>
        <message>
            <source>It cannot be stored as a document: %1</source>
            <extracomment>%1 is a technical reason, in English</extracomment>
            <translation>无法存储为文档：%1</translation>
        </message>
        <message>
            <source>At character %1: %2</source>
            <extracomment>%1 is a number from 1, %2 the fault</extracomment>
            <translation>第 %1 个字符：%2</translation>
        </message>
        <message>
            <source>In line %1 at character %2: %3</source>
            <extracomment>%1 and %2 are numbers from 1, %3 the fault</extracomment>
            <translation>第 %1 行第 %2 个字符：%3</translation>
        </message>
    </context>
    <context>
        <name>Members</name>
        <message>
            <source>%1 s</source>
            <translation>%1 秒</translation>
        </message>
        <message>
            <source>yes, unless its monitor is off</source>
            <translation>是，除非其监视器已关闭</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>是</translation>
        </message>
        <message>
            <source>no</source>
            <translation>否</translation>
        </message>
        <message>
            <source>paused by this program</source>
            <translation>已由本程序暂停</translation>
        </message>
        <message>
            <source>perhaps paused by this program</source>
            <translation>可能已由本程序暂停</translation>
        </message>
        <message>
            <source>not permitted</source>
            <translation>无权限</translation>
        </message>
        <message>
            <source>on</source>
            <translation>开启</translation>
        </message>
        <message>
            <source>off</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>standalone</source>
            <translation>单机</translation>
        </message>
        <message>
            <source>primary</source>
            <translation>主节点</translation>
        </message>
        <message>
            <source>secondary</source>
            <translation>从节点</translation>
        </message>
        <message>
            <source>standby</source>
            <translation>备用</translation>
        </message>
        <message>
            <source>starting or recovering</source>
            <translation>正在启动或恢复</translation>
        </message>
        <message>
            <source>arbiter</source>
            <translation>仲裁节点</translation>
        </message>
        <message>
            <source>down</source>
            <translation>已停机</translation>
        </message>
        <message>
            <source>removed from the set</source>
            <translation>已移出副本集</translation>
        </message>
        <message>
            <source>not known</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>this server</source>
            <translation>本服务器</translation>
        </message>
        <message>
            <source>being asked…</source>
            <translation>正在查询…</translation>
        </message>
        <message>
            <source>not reachable</source>
            <translation>无法访问</translation>
        </message>
        <message>
            <source>The TTL monitor of %1 will be switched off.</source>
            <translation>%1 的 TTL 监视器将被关闭。</translation>
        </message>
        <message>
            <source>Nothing expires on its shard until you resume, in any collection. After a fail-over, another member deletes.</source>
            <translation>在您恢复之前，其分片上任何集合都不会有文档过期。故障转移后将由另一个成员执行删除。</translation>
        </message>
        <message>
            <source>Nothing expires in the whole set until you resume, in any collection. After a fail-over, another member deletes.</source>
            <translation>在您恢复之前，整个副本集中任何集合都不会有文档过期。故障转移后将由另一个成员执行删除。</translation>
        </message>
        <message>
            <source>Nothing expires on this server until you resume, in any collection.</source>
            <translation>在您恢复之前，本服务器上任何集合都不会有文档过期。</translation>
        </message>
        <message>
            <source>It does not delete now. It will not delete either once it becomes the primary.</source>
            <translation>它现在不执行删除。即使成为主节点，也不会执行删除。</translation>
        </message>
        <message>
            <source>Overdue documents stay until then, and all of them are deleted afterwards.</source>
            <translation>逾期文档会保留到那时，之后将全部删除。</translation>
        </message>
        <message>
            <source>A restart of the server switches its monitor on again.</source>
            <translation>服务器重新启动后，其监视器会再次开启。</translation>
        </message>
        <message>
            <source>The SSH tunnel of this connection leads to one member, so the others are not asked. To see the monitor of another member, save a connection whose tunnel leads to it.</source>
            <translation>此连接的 SSH 隧道只通向一个成员，因此不会询问其他成员。要查看其他成员的监控器，请另存一个隧道通向该成员的连接。</translation>
        </message>
        <message>
            <source>not asked</source>
            <translation>未询问</translation>
        </message>
        <message numerus="yes">
            <source>… and %Ln more rule(s)</source>
            <translation>
                <numerusform>……以及另外 %Ln 条规则</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 by %2: %3</source>
            <extracomment>%1 is a collection, %2 a field, %3 a number of overdue documents</extracomment>
            <translation>%1 按 %2：%3</translation>
        </message>
        <message>
            <source>Overdue documents, which the next pass deletes:</source>
            <translation>逾期文档，下一次运行会删除：</translation>
        </message>
        <message>
            <source>No document is overdue.</source>
            <translation>没有逾期的文档。</translation>
        </message>
        <message numerus="yes">
            <source>The documents of %Ln rule(s) could not be counted.</source>
            <translation>
                <numerusform>有 %Ln 条规则的文档无法统计。</numerusform>
            </translation>
        </message>
        <message>
            <source>Some rules could not be read.</source>
            <translation>有些规则无法读取。</translation>
        </message>
    </context>
    <context>
        <name>NodeActions</name>
        <message>
            <source>A view cannot have indexes.</source>
            <translation>视图没有自己的索引。</translation>
        </message>
        <message>
            <source>It is a TTL index already.</source>
            <translation>它已经是 TTL 索引。</translation>
        </message>
        <message>
            <source>The index is still being built.</source>
            <translation>索引仍在构建中。</translation>
        </message>
        <message>
            <source>The measurements of a time series cannot be deleted one by one.</source>
            <translation>时间序列的测量值不能逐个删除。</translation>
        </message>
        <message>
            <source>Only a TTL index has documents to purge.</source>
            <translation>只有 TTL 索引才有可清除的文档。</translation>
        </message>
        <message>
            <source>The index on _id always stays.</source>
            <translation>_id 上的索引始终保留。</translation>
        </message>
        <message>
            <source>It is not a TTL index. Convert it instead.</source>
            <translation>它不是 TTL 索引。可以将其转换为 TTL 索引。</translation>
        </message>
        <message>
            <source>This server cannot hide indexes: %1.</source>
            <extracomment>%1 is a reason such as "needs MongoDB 4.4"</extracomment>
            <translation>该服务器无法隐藏索引：%1。</translation>
        </message>
        <message>
            <source>Only an ascending or descending index on one field other than _id can become a TTL index.</source>
            <translation>只有在 _id 以外的单个字段上的升序或降序索引才能转换为 TTL 索引。</translation>
        </message>
        <message>
            <source>The collection has several TTL indexes. Choose one of them.</source>
            <translation>该集合有多个 TTL 索引。请选择其中一个。</translation>
        </message>
        <message>
            <source>Several indexes could become TTL indexes. Choose one of them.</source>
            <translation>有多个索引可以转换为 TTL 索引。请选择其中一个。</translation>
        </message>
    </context>
    <context>
        <name>NodeMenu</name>
        <message>
            <source>&amp;New TTL index…</source>
            <translation>新建 TTL 索引(&amp;N)…</translation>
        </message>
        <message>
            <source>Collection's o&amp;wn rule…</source>
            <translation>集合自身的规则(&amp;W)…</translation>
        </message>
        <message>
            <source>Change &amp;expiry…</source>
            <translation>更改过期时间(&amp;E)…</translation>
        </message>
        <message>
            <source>&amp;Convert to TTL…</source>
            <translation>转换为 TTL 索引(&amp;C)…</translation>
        </message>
        <message>
            <source>&amp;Hide…</source>
            <translation>隐藏(&amp;H)…</translation>
        </message>
        <message>
            <source>Un&amp;hide…</source>
            <translation>取消隐藏(&amp;H)…</translation>
        </message>
        <message>
            <source>&amp;Purge in stages…</source>
            <translation>分批清除(&amp;P)…</translation>
        </message>
        <message>
            <source>Dr&amp;op…</source>
            <translation>删除(&amp;O)…</translation>
        </message>
        <message>
            <source>&amp;Doctor</source>
            <translation>诊断(&amp;D)</translation>
        </message>
        <message>
            <source>Copy na&amp;me</source>
            <translation>复制名称(&amp;M)</translation>
        </message>
    </context>
    <context>
        <name>Picture</name>
        <message>
            <source>%1, %2</source>
            <translation>%1，%2</translation>
        </message>
        <message>
            <source>other</source>
            <extracomment>all collections except the largest ones</extracomment>
            <translation>其他</translation>
        </message>
        <message numerus="yes">
            <source>%Ln more collection(s)</source>
            <translation>
                <numerusform>另外 %Ln 个集合</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing here expires: there is no TTL index.</source>
            <translation>这里没有会过期的内容：没有 TTL 索引。</translation>
        </message>
        <message>
            <source>%1 overdue, %2 due until %3, %4 later, %5 never.</source>
            <translation>%1 个逾期，%2 个在 %3 之前到期，%4 个更晚，%5 个永不过期。</translation>
        </message>
        <message>
            <source>Peak: %1 at %2.</source>
            <translation>最高峰：%1 个，在 %2。</translation>
        </message>
        <message>
            <source>collection's own rule</source>
            <extracomment>used instead of the name of an index, for a rule of the collection itself</extracomment>
            <translation>集合自身的规则</translation>
        </message>
        <message>
            <source>Estimated from a sample of %1 of the documents.</source>
            <translation>根据占 %1 的文档样本估计。</translation>
        </message>
        <message>
            <source>%1; up to %2 later, with its whole bucket</source>
            <extracomment>a rule in words, and how much later a measurement may be deleted</extracomment>
            <translation>%1；最多再晚 %2，随整个存储桶一起删除</translation>
        </message>
        <message>
            <source>%1 overdue</source>
            <extracomment>part of a list: documents</extracomment>
            <translation>%1 个逾期</translation>
        </message>
        <message>
            <source>%1 due until %2</source>
            <translation>%1 个在 %2 之前到期</translation>
        </message>
        <message>
            <source>%1 later</source>
            <extracomment>part of a list: documents that are due after the shown range</extracomment>
            <translation>%1 个更晚</translation>
        </message>
        <message>
            <source>%1 never</source>
            <extracomment>part of a list: documents that never expire</extracomment>
            <translation>%1 个永不过期</translation>
        </message>
        <message>
            <source>No documents were found in what was counted.</source>
            <translation>在已统计的部分中没有发现文档。</translation>
        </message>
        <message>
            <source>At least: %1.</source>
            <translation>至少：%1。</translation>
        </message>
        <message>
            <source>A document with dates for several rules is counted once for each of them.</source>
            <translation>含有多条规则的日期的文档会按每条规则各计一次。</translation>
        </message>
    </context>
    <context>
        <name>PictureCaption</name>
        <message>
            <source>Expirations of %1</source>
            <translation>%1 的过期情况</translation>
        </message>
        <message>
            <source>Expirations of all collections</source>
            <translation>所有集合的过期情况</translation>
        </message>
        <message>
            <source>%1 · %2 – %3 · time zone %4 · counted %5</source>
            <extracomment>server, from, to, time zone, moment; below the title of an exported picture</extracomment>
            <translation>%1 · %2 – %3 · 时区 %4 · 统计于 %5</translation>
        </message>
        <message>
            <source>Expirations of %1 after the change</source>
            <translation>%1 更改后的过期情况</translation>
        </message>
        <message numerus="yes">
            <source>Expirations of %Ln rule(s) after the change</source>
            <translation>
                <numerusform>%Ln 条规则更改后的过期情况</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 (a document with dates for several rules counts once for each)</source>
            <extracomment>%1 is the title of a picture: "Expirations of shop.sessions"</extracomment>
            <translation>%1（含有多条规则的日期的文档按每条规则各计一次）</translation>
        </message>
    </context>
    <context>
        <name>Purge</name>
        <message numerus="yes">
            <source>%Ln ms</source>
            <translation>
                <numerusform>%Ln 毫秒</numerusform>
            </translation>
        </message>
        <message>
            <source>Paused.</source>
            <translation>已暂停。</translation>
        </message>
        <message>
            <source>Paused: the last batch took %1, which is more than the limit of %2.</source>
            <translation>已暂停：上一批用时 %1，超过了上限 %2。</translation>
        </message>
        <message>
            <source>Paused: a secondary is %1 behind.</source>
            <translation>已暂停：某个从节点滞后 %1。</translation>
        </message>
        <message>
            <source>Paused: the connection was locked. Unlock it, then resume.</source>
            <translation>已暂停：连接已锁定。请解锁后继续。</translation>
        </message>
        <message>
            <source>Stopped by an error; nothing more is deleted until you resume.</source>
            <translation>因错误停止；继续之前不会再删除任何内容。</translation>
        </message>
        <message>
            <source>It failed; nothing was deleted.</source>
            <translation>失败；没有删除任何内容。</translation>
        </message>
        <message>
            <source>It failed.</source>
            <translation>失败。</translation>
        </message>
        <message>
            <source>Cancelled.</source>
            <translation>已取消。</translation>
        </message>
        <message>
            <source>The archive is written and verified.</source>
            <translation>归档已写入并核实。</translation>
        </message>
        <message>
            <source>Done: no due documents are left.</source>
            <translation>完成：已到期的文档全部清除。</translation>
        </message>
        <message>
            <source>Reading the archive back. Nothing is deleted before it is verified.</source>
            <translation>正在读回归档。核实之前不会删除任何内容。</translation>
        </message>
        <message numerus="yes">
            <source>Writing the archive: %Ln document(s) so far.</source>
            <translation>
                <numerusform>正在写入归档：目前 %Ln 个文档。</numerusform>
            </translation>
        </message>
        <message>
            <source>Verifying the archive again.</source>
            <translation>正在重新核实归档。</translation>
        </message>
        <message>
            <source>Counting what is left.</source>
            <translation>正在统计剩余数量。</translation>
        </message>
        <message>
            <source>Deleting.</source>
            <translation>正在删除。</translation>
        </message>
        <message>
            <source>Deleting, with a pause between the batches.</source>
            <translation>正在删除，批次之间有停顿。</translation>
        </message>
        <message>
            <source>Waiting for the allowed hours.</source>
            <translation>正在等待允许的时段。</translation>
        </message>
        <message>
            <source>%1 of %2 archived</source>
            <translation>已归档 %1，共 %2</translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) deleted</source>
            <translation>
                <numerusform>已删除 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln left</source>
            <translation>
                <numerusform>剩余 %Ln 个</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 per minute</source>
            <translation>每分钟 %1 个</translation>
        </message>
        <message>
            <source>about %1 to go</source>
            <translation>还需约 %1</translation>
        </message>
        <message numerus="yes">
            <source>%Ln batch(es), the slowest took %1</source>
            <translation>
                <numerusform>%Ln 批，最慢的一批用时 %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln archived document(s) had already been deleted</source>
            <translation>
                <numerusform>%Ln 个已归档的文档先前已不存在</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archive of %Ln document(s), verified: %1</source>
            <translation>
                <numerusform>%Ln 个文档的归档，已核实：%1</numerusform>
            </translation>
        </message>
        <message>
            <source>From %1 to %2</source>
            <translation>从 %1 到 %2</translation>
        </message>
        <message numerus="yes">
            <source>Archive %Ln document(s)</source>
            <translation>
                <numerusform>归档 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Archive what is due</source>
            <translation>归档已到期的文档</translation>
        </message>
        <message>
            <source>Delete what is due, in stages</source>
            <translation>分批删除已到期的文档</translation>
        </message>
        <message numerus="yes">
            <source>in %Ln stage(s)</source>
            <extracomment>second half of "Delete 1 234 documents in 3 stages"</extracomment>
            <translation>
                <numerusform>（分 %Ln 批）</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %Ln document(s) %1</source>
            <translation>
                <numerusform>删除 %Ln 个文档%1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archive, then delete %Ln document(s) %1</source>
            <extracomment>%1 is "in 3 stages"</extracomment>
            <translation>
                <numerusform>先归档，再删除 %Ln 个文档%1</numerusform>
            </translation>
        </message>
        <message>
            <source>Paused: the connection to its server is lost. The purge goes on when it is back.</source>
            <translation>已暂停：与其服务器的连接已断开。连接恢复后将继续清除。</translation>
        </message>
        <message numerus="yes">
            <source>about %Ln left</source>
            <translation>
                <numerusform>剩余约 %Ln 个</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Resume and delete %Ln document(s)</source>
            <translation>
                <numerusform>继续并删除 %Ln 个文档(&amp;R)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Resume and delete about %Ln document(s)</source>
            <translation>
                <numerusform>继续并删除约 %Ln 个文档(&amp;R)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archive about %Ln document(s)</source>
            <translation>
                <numerusform>归档约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete about %Ln document(s) in stages</source>
            <translation>
                <numerusform>分阶段删除约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archive, then delete about %Ln document(s) in stages</source>
            <translation>
                <numerusform>先归档，再分阶段删除约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 is not a folder. Choose the folder of the archive.</source>
            <translation>%1 不是文件夹。请选择归档文件夹。</translation>
        </message>
        <message>
            <source>Sandglass may not write to %1. Choose another folder.</source>
            <translation>Sandglass 无权写入 %1。请选择其他文件夹。</translation>
        </message>
        <message>
            <source>The disk with %1 is full. Choose another folder.</source>
            <translation>%1 所在的磁盘已满。请选择其他文件夹。</translation>
        </message>
        <message>
            <source>The folder of the archive could not be checked: %1</source>
            <translation>无法检查归档文件夹：%1</translation>
        </message>
        <message>
            <source>The archive could not be written to %1.</source>
            <translation>无法将归档写入 %1。</translation>
        </message>
        <message>
            <source>Check the free space and the permissions of this folder, or choose another one. Nothing is deleted without an archive.</source>
            <translation>请检查该文件夹的可用空间和权限，或选择其他文件夹。没有归档就不会删除任何内容。</translation>
        </message>
        <message numerus="yes">
            <source>At least %Ln document(s) deleted</source>
            <translation>
                <numerusform>已删除至少 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>at most %Ln left</source>
            <translation>
                <numerusform>剩余最多 %Ln 个</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Resume and delete at most %Ln document(s)</source>
            <translation>
                <numerusform>继续并删除最多 %Ln 个文档(&amp;R)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Left, or touched since the count: %Ln document(s)</source>
            <translation>
                <numerusform>计入后仍保留或已被更新：%Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Left, or touched since the count: at most %Ln document(s)</source>
            <translation>
                <numerusform>计入后仍保留或已被更新：最多 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Changed since the archive was written, and kept: %Ln document(s)</source>
            <translation>
                <numerusform>归档后有更改，已保留：%Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>after the purge</source>
            <translation>清除后</translation>
        </message>
        <message>
            <source>after the archive</source>
            <translation>归档后</translation>
        </message>
        <message>
            <source>%1 archived</source>
            <translation>已归档 %1</translation>
        </message>
    </context>
    <context>
        <name>Refusal</name>
        <message>
            <source>This needs the privilege %1. The role %2 has it.</source>
            <extracomment>%1 a privilege of the server such as serverStatus, %2 a role such as clusterMonitor</extracomment>
            <translation>这需要权限 %1，角色 %2 拥有该权限。</translation>
        </message>
        <message>
            <source>The server requires a login, and none was given.</source>
            <translation>服务器要求登录，但未提供登录信息。</translation>
        </message>
        <message>
            <source>Enter a user and a password for this connection.</source>
            <translation>请为该连接输入用户名和密码。</translation>
        </message>
        <message>
            <source>This user is not permitted to do this.</source>
            <translation>该用户无权执行此操作。</translation>
        </message>
        <message>
            <source>Ask the administrator of the server for the privilege. The details contain the message of the server.</source>
            <translation>请向服务器管理员申请权限。详细信息中有服务器的消息。</translation>
        </message>
        <message>
            <source>This user is not permitted to run %1.</source>
            <extracomment>%1 is a command of the server such as listDatabases</extracomment>
            <translation>该用户无权运行 %1。</translation>
        </message>
        <message>
            <source>This user is not permitted to run %1 on the database %2.</source>
            <translation>该用户无权在数据库 %2 上运行 %1。</translation>
        </message>
        <message>
            <source>Without it, name the databases by hand: Server, Name Databases.</source>
            <translation>没有该权限时，请手动指定数据库：“服务器”菜单的“指定数据库”。</translation>
        </message>
    </context>
    <context>
        <name>RestoreWords</name>
        <message>
            <source>The disk is full.</source>
            <translation>磁盘已满。</translation>
        </message>
        <message>
            <source>No restore point could be made, and nothing was changed.</source>
            <translation>无法创建还原点，未作任何更改。</translation>
        </message>
        <message>
            <source>The rehearsal could not be prepared.</source>
            <translation>无法准备演练。</translation>
        </message>
        <message>
            <source>made manually</source>
            <translation>手动创建</translation>
        </message>
        <message>
            <source>before a change of several rules</source>
            <translation>更改多条规则之前</translation>
        </message>
        <message>
            <source>before a change of %1</source>
            <translation>更改 %1 之前</translation>
        </message>
        <message>
            <source>before a purge of %1</source>
            <translation>分批清除 %1 之前</translation>
        </message>
        <message>
            <source>the data before a restore</source>
            <translation>还原之前的数据</translation>
        </message>
    </context>
    <context>
        <name>ServerHealth</name>
        <message>
            <source>The engine found its files damaged when it started.</source>
            <translation>引擎启动时发现其文件已损坏。</translation>
        </message>
        <message>
            <source>The engine found its journal damaged when it started: what was written after the damage is lost.</source>
            <translation>引擎启动时发现其预写日志已损坏：损坏处之后写入的内容已丢失。</translation>
        </message>
        <message>
            <source>%1 The damaged files were copied to %2.</source>
            <extracomment>%1 is a sentence, %2 a folder</extracomment>
            <translation>%1损坏的文件已复制到 %2。</translation>
        </message>
        <message numerus="yes">
            <source>The same is true of %Ln more collection(s).</source>
            <translation>
                <numerusform>另有 %Ln 个集合也是如此。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ServerState</name>
        <message>
            <source>the disk is full</source>
            <translation>磁盘已满</translation>
        </message>
        <message>
            <source>The server takes no writes.</source>
            <translation>服务器不接受写入。</translation>
        </message>
        <message>
            <source>The server is read only since %1, because: %2.</source>
            <extracomment>%1: a moment; %2: a reason such as "the disk is full"</extracomment>
            <translation>服务器自 %1 起为只读，原因：%2。</translation>
        </message>
        <message>
            <source>The server is read only since %1.</source>
            <translation>服务器自 %1 起为只读。</translation>
        </message>
        <message>
            <source>The server is read only, because: %1.</source>
            <translation>服务器为只读，原因：%1。</translation>
        </message>
        <message>
            <source>Nothing can be changed, and nothing expires.</source>
            <translation>什么都不能更改，也没有任何内容过期。</translation>
        </message>
        <message>
            <source>Data of %1 are damaged and cannot be read since %2: nothing expires there.</source>
            <translation>%1 的数据已损坏，自 %2 起无法读取：其中没有任何内容过期。</translation>
        </message>
        <message>
            <source>Data of %1 are damaged and cannot be read: nothing expires there.</source>
            <extracomment>%1: a collection</extracomment>
            <translation>%1 的数据已损坏，无法读取：其中没有任何内容过期。</translation>
        </message>
        <message>
            <source>Standalone</source>
            <translation>单机</translation>
        </message>
        <message>
            <source>Standby</source>
            <extracomment>a server that follows the files of another one</extracomment>
            <translation>备用</translation>
        </message>
        <message>
            <source>Sharded cluster</source>
            <translation>分片集群</translation>
        </message>
        <message>
            <source>Replica set %1 (primary)</source>
            <extracomment>%1: the name of a replica set, of which the server is the primary</extracomment>
            <translation>副本集 %1（主节点）</translation>
        </message>
        <message>
            <source>Replica set %1 (secondary)</source>
            <translation>副本集 %1（从节点）</translation>
        </message>
        <message>
            <source>Replica set %1 (other member)</source>
            <extracomment>neither primary nor secondary: an arbiter, or a member that is starting</extracomment>
            <translation>副本集 %1（其他成员）</translation>
        </message>
    </context>
    <context>
        <name>TableExport</name>
        <message>
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message>
            <source>The file could not be written: %1</source>
            <translation>无法写入文件：%1</translation>
        </message>
    </context>
    <context>
        <name>TrashWords</name>
        <message numerus="yes">
            <source>%Ln document(s)</source>
            <translation>
                <numerusform>%Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 cannot be put back:</source>
            <extracomment>%1: "3 documents"</extracomment>
            <translation>%1无法放回：</translation>
        </message>
        <message>
            <source>What expires is deleted for good.</source>
            <translation>过期的文档将被永久删除。</translation>
        </message>
        <message numerus="yes">
            <source>What expires is kept here for %Ln day(s).</source>
            <translation>
                <numerusform>过期的文档在此保留 %Ln 天。</numerusform>
            </translation>
        </message>
        <message>
            <source>What expires is kept here, up to %1.</source>
            <extracomment>%1: a size such as "1.0 GiB"</extracomment>
            <translation>过期的文档保留在此，最多 %1。</translation>
        </message>
        <message numerus="yes">
            <source>What expires is kept here for %Ln day(s), up to %1.</source>
            <extracomment>%1: a size such as "1.0 GiB"</extracomment>
            <translation>
                <numerusform>过期的文档在此保留 %Ln 天，最多 %1。</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 – %2, %3</source>
            <extracomment>%1: a time; %2: a collection; %3: "3 documents"</extracomment>
            <translation>%1 – %2，%3</translation>
        </message>
        <message>
            <source>Put %1 back?</source>
            <extracomment>%1: "3 documents"</extracomment>
            <translation>放回%1？</translation>
        </message>
        <message>
            <source>Rules by which they are due are held until you confirm that they may delete again.</source>
            <translation>使其到期的规则将被暂停，直到您确认可以再次删除。</translation>
        </message>
        <message>
            <source>%1 put back.</source>
            <extracomment>%1: "3 documents"</extracomment>
            <translation>已放回%1。</translation>
        </message>
        <message>
            <source>Put %1 &amp;back</source>
            <extracomment>%1: "3 documents"; of a button</extracomment>
            <translation>放回 %1(&amp;B)</translation>
        </message>
        <message>
            <source>The collection of %1 was dropped, and there is another one of the same name. They can go into that one.</source>
            <extracomment>%1: "3 documents"</extracomment>
            <translation>%1所在的集合已被删除，现在有另一个同名的集合，可以放入该集合。</translation>
        </message>
        <message>
            <source>Put %1 back by &amp;name</source>
            <extracomment>%1: "3 documents"; of a button: also into collections of the same name</extracomment>
            <translation>按名称放回 %1(&amp;N)</translation>
        </message>
        <message>
            <source>%1 was dropped. What it held can go into a collection of the same name, as soon as there is one.</source>
            <extracomment>%1: a collection</extracomment>
            <translation>%1 已被删除。其中的文档可以放入同名的集合，只要有这样的集合。</translation>
        </message>
        <message>
            <source>%1 is capped now, and nothing can be put back into a capped collection.</source>
            <extracomment>%1: a collection</extracomment>
            <translation>%1 现在是固定大小集合，文档无法放回固定大小集合。</translation>
        </message>
        <message>
            <source>%1 has another document with the same _id, or with the same value in a unique index.</source>
            <extracomment>%1: a collection</extracomment>
            <translation>%1 中已有 _id 相同或唯一索引的值相同的另一个文档。</translation>
        </message>
    </context>
    <context>
        <name>TtlIndexForm</name>
        <message>
            <source>&amp;Preset:</source>
            <translation>预设(&amp;P)：</translation>
        </message>
        <message>
            <source>Preset</source>
            <translation>预设</translation>
        </message>
        <message>
            <source>&amp;Field:</source>
            <translation>字段(&amp;F)：</translation>
        </message>
        <message>
            <source>Field with the date</source>
            <translation>存放日期的字段</translation>
        </message>
        <message>
            <source>createdAt</source>
            <translation>createdAt</translation>
        </message>
        <message>
            <source>Expire:</source>
            <translation>过期方式：</translation>
        </message>
        <message>
            <source>&amp;after a period from the date in the field</source>
            <translation>在字段中的日期之后经过一段时间(&amp;A)</translation>
        </message>
        <message>
            <source>Expire after a period from the date in the field</source>
            <translation>在字段中的日期之后经过一段时间过期</translation>
        </message>
        <message>
            <source>at the &amp;date stored in the field</source>
            <translation>在字段中存储的日期(&amp;D)</translation>
        </message>
        <message>
            <source>Expire at the date stored in the field</source>
            <translation>在字段中存储的日期过期</translation>
        </message>
        <message>
            <source>D&amp;irection:</source>
            <translation>方向(&amp;I)：</translation>
        </message>
        <message>
            <source>Direction of the index</source>
            <translation>索引方向</translation>
        </message>
        <message>
            <source>Ascending (1)</source>
            <translation>升序 (1)</translation>
        </message>
        <message>
            <source>Descending (-1)</source>
            <translation>降序 (-1)</translation>
        </message>
        <message>
            <source>&amp;Name:</source>
            <translation>名称(&amp;N)：</translation>
        </message>
        <message>
            <source>Name of the index</source>
            <translation>索引名称</translation>
        </message>
        <message>
            <source>made from the field</source>
            <translation>由字段名生成</translation>
        </message>
        <message>
            <source>Partial fi&amp;lter:</source>
            <translation>部分过滤条件(&amp;L)：</translation>
        </message>
        <message>
            <source>Partial filter as JSON</source>
            <translation>JSON 格式的部分过滤条件</translation>
        </message>
        <message>
            <source>{ "status": "done" }</source>
            <translation>{ "status": "done" }</translation>
        </message>
        <message>
            <source>&amp;Hidden from queries (it goes on deleting)</source>
            <translation>对查询隐藏（仍会继续删除）(&amp;H)</translation>
        </message>
        <message>
            <source>Hidden from queries</source>
            <translation>对查询隐藏</translation>
        </message>
        <message>
            <source>What the application has to run</source>
            <translation>应用程序需要执行的代码</translation>
        </message>
        <message>
            <source>as each document's own &amp;ttl field says</source>
            <translation>按各文档自身的 ttl 字段(&amp;T)</translation>
        </message>
        <message>
            <source>Expire as each document's own ttl field says</source>
            <translation>按各文档自身的 ttl 字段过期</translation>
        </message>
        <message>
            <source>&amp;Build it first, then decide on deletion</source>
            <translation>先建立索引，再决定是否删除(&amp;B)</translation>
        </message>
        <message>
            <source>Build the index first, then decide on deletion</source>
            <translation>先建立索引，再决定是否删除</translation>
        </message>
    </context>
    <context>
        <name>VisibleText</name>
        <message>
            <source>… (%1 characters in all) …</source>
            <extracomment>stands in the place of the middle of a text that is too long to be shown; %1: a number</extracomment>
            <translation>…（共 %1 个字符）…</translation>
        </message>
    </context>
    <context>
        <name>WhatIfWords</name>
        <message>
            <source>as it is now</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>what if %1</source>
            <extracomment>in the legend; %1 is a rule in words such as "after 30 d"</extracomment>
            <translation>假设：%1</translation>
        </message>
    </context>
    <context>
        <name>Words</name>
        <message>
            <source>%1 d</source>
            <extracomment>short for days, as in "90 d"</extracomment>
            <translation>%1 天</translation>
        </message>
        <message>
            <source>%1 h</source>
            <extracomment>short for hours</extracomment>
            <translation>%1 小时</translation>
        </message>
        <message>
            <source>%1 min</source>
            <extracomment>short for minutes</extracomment>
            <translation>%1 分钟</translation>
        </message>
        <message>
            <source>%1 s</source>
            <extracomment>short for seconds</extracomment>
            <translation>%1 秒</translation>
        </message>
        <message>
            <source>%1 %</source>
            <extracomment>a percentage</extracomment>
            <translation>%1%</translation>
        </message>
        <message>
            <source>at the stored date</source>
            <translation>在存储的日期</translation>
        </message>
        <message>
            <source>after %1</source>
            <translation>%1后</translation>
        </message>
        <message>
            <source>now</source>
            <translation>现在</translation>
        </message>
        <message>
            <source>in %1</source>
            <translation>%1后</translation>
        </message>
        <message>
            <source>%1 overdue</source>
            <translation>逾期 %1</translation>
        </message>
        <message>
            <source>never: the field is missing</source>
            <translation>永不：缺少该字段</translation>
        </message>
        <message>
            <source>never: the value is not a date</source>
            <translation>永不：值不是日期</translation>
        </message>
        <message>
            <source>never: the rule is unusable</source>
            <translation>永不：规则不可用</translation>
        </message>
        <message>
            <source>far future</source>
            <translation>遥远的将来</translation>
        </message>
        <message>
            <source>far past</source>
            <translation>遥远的过去</translation>
        </message>
        <message>
            <source>d MMM</source>
            <comment>a day of this year</comment>
            <translation>M月d日</translation>
        </message>
        <message>
            <source>never: excluded by the partial filter</source>
            <translation>永不：不符合规则的过滤条件</translation>
        </message>
        <message>
            <source>%1: blank</source>
            <extracomment>%1 is the title of a column whose cell is empty; what that means depends on the column</extracomment>
            <translation>%1：空白</translation>
        </message>
        <message>
            <source>%1 · %2</source>
            <comment>column, zone</comment>
            <extracomment>the title of a column of moments, and the time zone in which they are shown</extracomment>
            <translation>%1 · %2</translation>
        </message>
    </context>
    <context>
        <name>sandglass::Rehearsal</name>
        <message>
            <source>Sandglass – Rehearsal</source>
            <translation>Sandglass – 演练</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::ActivityPresenter</name>
        <message>
            <source>%1 – %2</source>
            <extracomment>%1 is a task such as "Creating an index on a.b", %2 a server</extracomment>
            <translation>%1 – %2</translation>
        </message>
        <message>
            <source>%1; the TTL monitor is off now.</source>
            <extracomment>%1 is "1,978 documents will go with the next pass"</extracomment>
            <translation>%1；TTL 监控器当前已关闭。</translation>
        </message>
        <message>
            <source>%1, in %2.</source>
            <extracomment>%1 is "1,978 documents will go with the next pass", %2 is "12 s"</extracomment>
            <translation>%1，%2后开始。</translation>
        </message>
        <message>
            <source>%1.</source>
            <extracomment>%1 is "1,978 documents will go with the next pass"</extracomment>
            <translation>%1。</translation>
        </message>
        <message numerus="yes">
            <source>%1 of %Ln change(s)</source>
            <extracomment>%1 is the number of changes that fit the filter: "3 of 20 changes"</extracomment>
            <translation>
                <numerusform>%Ln 条更改中的 %1 条</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::AlertPresenter</name>
        <message>
            <source>Sandglass: %1</source>
            <translation>Sandglass：%1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::BatchChangePresenter</name>
        <message>
            <source>the index no longer exists</source>
            <translation>该索引已不存在</translation>
        </message>
        <message>
            <source>is no longer a TTL index</source>
            <translation>已不再是 TTL 索引</translation>
        </message>
        <message numerus="yes">
            <source>%Ln rule(s)</source>
            <translation>
                <numerusform>%Ln 条规则</numerusform>
            </translation>
        </message>
        <message>
            <source>It is not known how many documents this would delete.</source>
            <translation>无法得知将删除多少个文档。</translation>
        </message>
        <message>
            <source>Changing %1 would delete nothing at once.</source>
            <extracomment>%1 is "3 rules"</extracomment>
            <translation>更改 %1不会立即删除任何文档。</translation>
        </message>
        <message>
            <source>Changing %1 would delete at once: %2 of %3 documents</source>
            <extracomment>%1 is "3 rules", %2 and %3 are numbers of documents</extracomment>
            <translation>更改 %1将立即删除：%3 个文档中的 %2 个</translation>
        </message>
        <message numerus="yes">
            <source>Change %Ln rule(s)</source>
            <translation>
                <numerusform>更改 %Ln 条规则</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 and delete %2</source>
            <extracomment>%1 is "Change 3 rules", %2 is "12 documents"</extracomment>
            <translation>%1并删除 %2</translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s)</source>
            <translation>
                <numerusform>%Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Counting what this would delete.</source>
            <translation>正在统计将要删除的内容。</translation>
        </message>
        <message>
            <source>No rule is left to change.</source>
            <translation>没有可更改的规则。</translation>
        </message>
        <message>
            <source>Enter the new period first.</source>
            <translation>请先输入新的期限。</translation>
        </message>
        <message>
            <source>This is a production connection: type its name, %1.</source>
            <extracomment>%1 is the name of the connection</extracomment>
            <translation>这是生产环境的连接：请输入其名称 %1。</translation>
        </message>
        <message>
            <source>Many documents are deleted at once: type the connection's name, %1.</source>
            <translation>大量文档会立即删除：请输入连接名称 %1。</translation>
        </message>
        <message>
            <source>It is not known how many documents are deleted: type the connection's name, %1.</source>
            <translation>无法得知会删除多少文档：请输入连接名称 %1。</translation>
        </message>
        <message>
            <source>Changing %1 would delete at once: about %2 of %3 documents</source>
            <translation>更改 %1 将立即删除：约 %2 / %3 个文档</translation>
        </message>
        <message numerus="yes">
            <source>about %Ln document(s)</source>
            <translation>
                <numerusform>约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>stays as it is: change a collection-level rule by itself</source>
            <translation>保持不变：集合级规则请单独更改</translation>
        </message>
        <message>
            <source>Hidden TTL indexes continue to delete. Hiding only prevents queries from using them.</source>
            <translation>隐藏的 TTL 索引会继续删除文档。隐藏只是使查询不再使用它们。</translation>
        </message>
        <message numerus="yes">
            <source>The documents of %Ln rule(s) now expire at the date stored in them. After the change the period is added to that date.</source>
            <translation>
                <numerusform>%Ln 条规则的文档目前在所存储的日期过期。更改之后，该日期还要加上期限。</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <extracomment>an index and its collection</extracomment>
            <translation>%2 的 %1</translation>
        </message>
        <message numerus="yes">
            <source>%Ln more</source>
            <translation>
                <numerusform>另外 %Ln 条</numerusform>
            </translation>
        </message>
        <message>
            <source>Changed, read back and verified: %1. Each can be undone in the journal.</source>
            <extracomment>%1 is a list of indexes and their collections</extracomment>
            <translation>已更改，已读回并核对：%1。每一条都可以在日志中撤销。</translation>
        </message>
        <message numerus="yes">
            <source>%1 of %Ln rule(s) changed</source>
            <extracomment>%1 is a number: "3 of 12 rules changed"</extracomment>
            <translation>
                <numerusform>已更改 %1 条，共 %Ln 条规则</numerusform>
            </translation>
        </message>
        <message>
            <source>(ends after the rule in progress)</source>
            <translation>（当前规则完成后结束）</translation>
        </message>
        <message numerus="yes">
            <source>Cancelled: %1 of %Ln rule(s) were changed, each of which can be undone in the journal. The others are as before.</source>
            <extracomment>%1 is a number: "Cancelled: 3 of 12 rules were changed, …"</extracomment>
            <translation>
                <numerusform>已取消：%Ln 条规则中已更改 %1 条，每一条都可以在日志中撤销。其余规则保持原样。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Adding up the timeline: %1 of %Ln rule(s) so far.</source>
            <extracomment>%1 is a number: "Adding up the timeline: 2 of 5 rules so far."</extracomment>
            <translation>
                <numerusform>正在合计时间线：已完成 %1 条，共 %Ln 条规则。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln rule(s) could not be read.</source>
            <translation>
                <numerusform>%Ln 条规则无法读取。</numerusform>
            </translation>
        </message>
        <message>
            <source>The period becomes the largest possible, about 68 years: only documents with an older date still expire by these rules.</source>
            <translation>期限设为可能的最大值，约 68 年：只有日期更早的文档仍会因这些规则过期。</translation>
        </message>
        <message>
            <source>There is no timeline of these rules, because their documents could not be counted: %1.</source>
            <extracomment>%1 is a list of indexes and their collections</extracomment>
            <translation>这些规则没有时间线，因为无法统计其文档：%1。</translation>
        </message>
        <message>
            <source>Not in the timeline, because their documents could not be counted: %1. With them, its numbers would be the same or higher.</source>
            <extracomment>%1 is a list of indexes and their collections</extracomment>
            <translation>未计入时间线，因为无法统计其文档：%1。若计入，图中的数字会相同或更大。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::BatchTargetsModel</name>
        <message>
            <source>Collection</source>
            <translation>集合</translation>
        </message>
        <message>
            <source>Index</source>
            <translation>索引</translation>
        </message>
        <message>
            <source>Now</source>
            <translation>现状</translation>
        </message>
        <message>
            <source>Effect</source>
            <translation>效果</translation>
        </message>
        <message>
            <source>unusable value, expires nothing</source>
            <translation>值不可用，不会使任何文档过期</translation>
        </message>
        <message>
            <source>reading…</source>
            <translation>正在读取…</translation>
        </message>
        <message>
            <source>counting…</source>
            <translation>正在统计…</translation>
        </message>
        <message>
            <source>deletes nothing at once</source>
            <translation>不会立即删除文档</translation>
        </message>
        <message>
            <source>deletes %1 of %2</source>
            <translation>删除 %2 个中的 %1 个</translation>
        </message>
        <message>
            <source>not counted</source>
            <translation>未统计</translation>
        </message>
        <message>
            <source>not counted: %1</source>
            <translation>未统计：%1</translation>
        </message>
        <message>
            <source>changing…</source>
            <translation>正在更改…</translation>
        </message>
        <message>
            <source>changed, read back and verified</source>
            <translation>已更改，已读回并核实</translation>
        </message>
        <message>
            <source>failed: %1</source>
            <translation>失败：%1</translation>
        </message>
        <message>
            <source>deletes about %1 of %2</source>
            <translation>删除约 %1 / %2</translation>
        </message>
        <message>
            <source>is so already</source>
            <translation>已是如此</translation>
        </message>
        <message>
            <source>not changed</source>
            <translation>未更改</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::CapabilityPresenter</name>
        <message>
            <source>%1 is not a valid name.</source>
            <translation>%1 不是有效的名称。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::ChangeIndexPresenter</name>
        <message>
            <source>This server cannot convert an index. To avoid a gap, create a TTL index on the field in the other direction, then drop this one.</source>
            <translation>此服务器不能转换索引。无间断的做法是：先在该字段上按相反方向创建 TTL 索引，再删除此索引。</translation>
        </message>
        <message>
            <source>unusable TTL value on %1: expires nothing</source>
            <translation>%1 上的 TTL 值不可用：不会使任何文档过期</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1，%2</translation>
        </message>
        <message>
            <source>ordinary index on %1</source>
            <translation>%1 上的普通索引</translation>
        </message>
        <message>
            <source>A hidden TTL index continues to delete. Hiding only prevents queries from using it.</source>
            <translation>隐藏的 TTL 索引仍会继续删除文档。隐藏只是让查询不再使用它。</translation>
        </message>
        <message>
            <source>Without this index, its rule no longer expires documents, and queries cannot use it.</source>
            <translation>删除此索引后，文档不再因它而过期，查询也无法使用它。</translation>
        </message>
        <message>
            <source>This index is hidden; it deletes nevertheless.</source>
            <translation>此索引已隐藏，但仍会删除文档。</translation>
        </message>
        <message numerus="yes">
            <source>Convert and delete %Ln document(s)</source>
            <translation>
                <numerusform>转换并删除 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Convert</source>
            <translation>转换</translation>
        </message>
        <message numerus="yes">
            <source>Change and delete %Ln document(s)</source>
            <translation>
                <numerusform>更改并删除 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Change</source>
            <translation>更改</translation>
        </message>
        <message>
            <source>Stop expiring</source>
            <translation>停止过期</translation>
        </message>
        <message>
            <source>Hide</source>
            <translation>隐藏</translation>
        </message>
        <message>
            <source>Unhide</source>
            <translation>取消隐藏</translation>
        </message>
        <message>
            <source>Drop index</source>
            <translation>删除索引</translation>
        </message>
        <message>
            <source>This is already the current value.</source>
            <translation>这已经是它当前的值。</translation>
        </message>
        <message>
            <source>Correct the marked fields first.</source>
            <translation>请先更正标出的内容。</translation>
        </message>
        <message>
            <source>Counting what this would delete.</source>
            <translation>正在统计将要删除的内容。</translation>
        </message>
        <message>
            <source>Dropping an index: type the collection's name.</source>
            <translation>删除索引：请输入集合名称。</translation>
        </message>
        <message>
            <source>The index was dropped.</source>
            <translation>索引已删除。</translation>
        </message>
        <message>
            <source>Now expires %1 (before: %2); read back and verified.</source>
            <translation>现在的过期规则：%1（之前：%2）；已读回并核实。</translation>
        </message>
        <message>
            <source>The index is now hidden; read back and verified.</source>
            <translation>索引现已隐藏；已读回并核实。</translation>
        </message>
        <message>
            <source>The index is now visible; read back and verified.</source>
            <translation>索引现已可见；已读回并核实。</translation>
        </message>
        <message>
            <source>Deletes no documents.</source>
            <translation>不会删除任何文档。</translation>
        </message>
        <message>
            <source>on a time series: drop the index and create it again</source>
            <translation>时间序列集合：请删除索引后重新创建</translation>
        </message>
        <message>
            <source>A collection-level rule cannot reach back beyond 1970.</source>
            <translation>集合自身的规则最多只能追溯到 1970 年。</translation>
        </message>
        <message>
            <source>switched off</source>
            <translation>已关闭</translation>
        </message>
        <message>
            <source>The collection's own rule is switched off. TTL indexes of the collection continue to delete.</source>
            <translation>集合自身的规则将被关闭。该集合的 TTL 索引会继续删除文档。</translation>
        </message>
        <message numerus="yes">
            <source>Switch on and delete %Ln document(s)</source>
            <translation>
                <numerusform>开启并删除 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Switch on</source>
            <translation>开启</translation>
        </message>
        <message>
            <source>The collection's own rule is switched off; read back and verified.</source>
            <translation>集合自身的规则已关闭；已读回并核实。</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <extracomment>a collection and the result of a change of its own rule</extracomment>
            <translation>%1：%2</translation>
        </message>
        <message>
            <source>%1 of %2: %3</source>
            <extracomment>an index, its collection and the result of the change</extracomment>
            <translation>%2 的 %1：%3</translation>
        </message>
        <message>
            <source>This server cannot do it. The form above shows another way.</source>
            <translation>该服务器无法执行。上方的表单显示了另一种方法。</translation>
        </message>
        <message numerus="yes">
            <source>Change and delete about %Ln document(s)</source>
            <translation>
                <numerusform>更改并删除约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Switch on and delete about %Ln document(s)</source>
            <translation>
                <numerusform>开启并删除约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Convert and delete about %Ln document(s)</source>
            <translation>
                <numerusform>转换并删除约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>this server accepts no changes; in a replica set, only the primary does</source>
            <translation>本服务器不接受更改；在副本集中，只有主节点接受更改</translation>
        </message>
        <message>
            <source>Counting how documents expire now…</source>
            <translation>正在统计文档当前的过期情况…</translation>
        </message>
        <message>
            <source>Converted, read back and verified; now expires %1.</source>
            <translation>已转换，已读回并核对；现在的过期方式：%1。</translation>
        </message>
        <message numerus="yes">
            <source>About %Ln document(s) will go with the next pass</source>
            <translation>
                <numerusform>下一次运行将删除约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>At most %Ln document(s) will go with the next pass</source>
            <translation>
                <numerusform>下一次运行最多删除 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>The effect is counted once the form is complete.</source>
            <translation>表单填写完整后即统计效果。</translation>
        </message>
        <message>
            <source>It could not be counted how documents expire now.</source>
            <translation>无法统计文档当前的过期情况。</translation>
        </message>
        <message>
            <source>As it is now: %1 of %2 documents are overdue.</source>
            <translation>当前状态：%2 个文档中有 %1 个逾期。</translation>
        </message>
        <message>
            <source>As it is now: about %1 of %2 documents are overdue.</source>
            <translation>当前状态：%2 个文档中约有 %1 个逾期。</translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) will then no longer expire by this rule.</source>
            <translation>
                <numerusform>此后将有 %Ln 个文档不再按此规则过期。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>About %Ln document(s) will then no longer expire by this rule.</source>
            <translation>
                <numerusform>此后将有约 %Ln 个文档不再按此规则过期。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) will then never expire.</source>
            <translation>
                <numerusform>此后将有 %Ln 个文档永不过期。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>About %Ln document(s) will then never expire.</source>
            <translation>
                <numerusform>此后将有约 %Ln 个文档永不过期。</numerusform>
            </translation>
        </message>
        <message>
            <source>The period becomes the largest possible, about 68 years: only documents with an older date still expire.</source>
            <translation>期限将变为最大值（约 68 年）：只有日期更早的文档仍会过期。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::CollectionPresenter</name>
        <message>
            <source>Capped collection</source>
            <translation>固定大小集合</translation>
        </message>
        <message>
            <source>Clustered collection</source>
            <translation>聚集集合</translation>
        </message>
        <message>
            <source>Time series</source>
            <translation>时间序列集合</translation>
        </message>
        <message>
            <source>View</source>
            <translation>视图</translation>
        </message>
        <message>
            <source>Ordinary collection</source>
            <translation>普通集合</translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) · %1</source>
            <extracomment>%1 is a size such as "12.3 MiB"</extracomment>
            <translation>
                <numerusform>%Ln 个文档 · %1</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::ConnectFormPresenter</name>
        <message>
            <source>There is a password but no user name.</source>
            <translation>有密码但没有用户。</translation>
        </message>
        <message>
            <source>There is no keychain to store the password in. Sandglass remembers it until you quit.</source>
            <translation>没有可保存密码的密钥链。Sandglass 会记住密码直到程序结束。</translation>
        </message>
        <message>
            <source>The keychain did not release the password. Unlock the keychain, or type the password.</source>
            <translation>密钥链未提供密码。请解锁密钥链，或输入密码。</translation>
        </message>
        <message>
            <source>There is no keychain on this desktop. Type the password; Sandglass remembers it until you quit.</source>
            <translation>此桌面没有密钥链。请输入密码；Sandglass 会记住它直到程序结束。</translation>
        </message>
        <message>
            <source>%1 (copy)</source>
            <translation>%1（副本）</translation>
        </message>
        <message numerus="yes">
            <source>%Ln connection(s) imported.</source>
            <translation>
                <numerusform>已导入 %Ln 个连接。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln connection(s) exported, without passwords.</source>
            <translation>
                <numerusform>已导出 %Ln 个连接，不含密码。</numerusform>
            </translation>
        </message>
        <message>
            <source>Already saved: %1.</source>
            <translation>已保存过：%1。</translation>
        </message>
        <message>
            <source>Password left out: %1.</source>
            <translation>未导入密码：%1。</translation>
        </message>
        <message>
            <source>Not readable: %1.</source>
            <translation>无法读取：%1。</translation>
        </message>
        <message>
            <source>%1 is not a valid name of a database.</source>
            <translation>%1 不是有效的数据库名称。</translation>
        </message>
        <message>
            <source>Options left out, because they can weaken a connection or name files: %1.</source>
            <extracomment>%1: names of options of connection strings</extracomment>
            <translation>未导入可能削弱连接或指定文件的选项：%1。</translation>
        </message>
        <message>
            <source>These options of the link were left out, because they can weaken the connection or name files: %1.</source>
            <extracomment>%1: names of options of connection strings</extracomment>
            <translation>链接中的以下选项可能削弱连接或指定文件，因此未采用：%1。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::ConnectionPresenter</name>
        <message>
            <source>Lost at %1. Everything shown is from before. Sandglass tries again by itself; the status bar says when.</source>
            <translation>连接断开于 %1。显示的内容均为断开之前的数据。Sandglass 会自动重试，状态栏会显示时间。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::CreateIndexPresenter</name>
        <message>
            <source>%1 %2</source>
            <extracomment>a type and its share: "date 99.2 %"</extracomment>
            <translation>%1 %2</translation>
        </message>
        <message numerus="yes">
            <source>Create and delete %Ln document(s)</source>
            <translation>
                <numerusform>创建并删除 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Create</source>
            <translation>创建</translation>
        </message>
        <message>
            <source>Correct the marked fields first.</source>
            <translation>请先更正标出的内容。</translation>
        </message>
        <message>
            <source>Counting what this would delete.</source>
            <translation>正在统计将要删除的内容。</translation>
        </message>
        <message>
            <source>Cosmos DB has no partial indexes.</source>
            <translation>Cosmos DB 不支持部分索引。</translation>
        </message>
        <message>
            <source>Cosmos DB counts from the last change of a document and ignores dates in it.</source>
            <translation>Cosmos DB 从文档的最后一次更改起计时，不看文档中的日期。</translation>
        </message>
        <message>
            <source>It cannot be counted how many documents this would delete: Cosmos DB does not expose the time of their last change.</source>
            <translation>无法统计将删除多少个文档：Cosmos DB 不提供文档最后一次更改的时间。</translation>
        </message>
        <message>
            <source>Sessions, kept while in use</source>
            <translation>会话（使用期间保留）</translation>
        </message>
        <message>
            <source>Each access writes the current time; a session expires half an hour after its last use.</source>
            <translation>每次访问都写入当前时间；会话在最后一次使用半小时后删除。</translation>
        </message>
        <message>
            <source>Abandoned shopping carts</source>
            <translation>被放弃的购物车</translation>
        </message>
        <message>
            <source>A cart expires a week after its last change; paid carts are kept.</source>
            <translation>购物车在最后一次更改一周后删除；已付款的保留。</translation>
        </message>
        <message>
            <source>Page cache</source>
            <translation>页面缓存</translation>
        </message>
        <message>
            <source>A cached page expires six hours after it was cached.</source>
            <translation>缓存页面在生成六小时后删除。</translation>
        </message>
        <message>
            <source>Event log, after a period</source>
            <translation>事件日志（经过一段时间）</translation>
        </message>
        <message>
            <source>An event expires an hour after it happened.</source>
            <translation>事件在发生一小时后删除。</translation>
        </message>
        <message>
            <source>At a fixed time</source>
            <translation>在特定时钟时间</translation>
        </message>
        <message>
            <source>Each document contains the time at which it expires.</source>
            <translation>每个文档都带有自己的过期时刻。</translation>
        </message>
        <message>
            <source>Time series: one sensor earlier</source>
            <translation>时间序列：某个传感器提前过期</translation>
        </message>
        <message>
            <source>The time series deletes everything after 24 hours by itself; this partial index deletes the measurements of one sensor after one hour. The filter may use the meta field only.</source>
            <translation>时间序列集合自身在 24 小时后删除所有数据；此部分索引在一小时后删除某个传感器的测量值。过滤条件只能使用 meta 字段。</translation>
        </message>
        <message>
            <source>Cosmos DB: all documents of a collection</source>
            <translation>Cosmos DB：集合中的所有文档</translation>
        </message>
        <message>
            <source>A document expires 1000 seconds after its last change; the server maintains _ts.</source>
            <translation>文档在最后一次更改 1000 秒后删除；_ts 由服务器维护。</translation>
        </message>
        <message>
            <source>Cosmos DB: each document by its own ttl</source>
            <translation>Cosmos DB：按各文档自身的 ttl</translation>
        </message>
        <message>
            <source>Only documents with their own ttl expire, that many whole seconds after their last change; the others are kept.</source>
            <translation>只有自带 ttl 的文档会被删除：在最后一次更改之后经过 ttl 所给的整数秒；其他文档保留。</translation>
        </message>
        <message>
            <source>needs Cosmos DB</source>
            <translation>需要 Cosmos DB</translation>
        </message>
        <message>
            <source>Cosmos DB supports only _ts</source>
            <translation>Cosmos DB 只看 _ts</translation>
        </message>
        <message>
            <source>needs MongoDB 6.3</source>
            <translation>需要 MongoDB 6.3</translation>
        </message>
        <message>
            <source>This server cannot hide indexes: %1.</source>
            <extracomment>%1 is a reason such as "needs MongoDB 4.4"</extracomment>
            <translation>该服务器无法隐藏索引：%1。</translation>
        </message>
        <message numerus="yes">
            <source>Create and delete about %Ln document(s)</source>
            <translation>
                <numerusform>创建并删除约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Reading a sample of the fields…</source>
            <translation>正在读取字段样本…</translation>
        </message>
        <message>
            <source>The fields could not be read: %1</source>
            <extracomment>%1 is why, a sentence</extracomment>
            <translation>无法读取字段：%1</translation>
        </message>
        <message>
            <source>The sample has no fields: the collection may be empty.</source>
            <translation>样本中没有字段：集合可能为空。</translation>
        </message>
        <message>
            <source>The effect is counted once the form is complete.</source>
            <translation>表单填写完整后即统计效果。</translation>
        </message>
        <message>
            <source>Choose the field with the date first.</source>
            <translation>请先选择含有日期的字段。</translation>
        </message>
        <message>
            <source>Created, read back and verified: %1 on %2 now expires documents %3.</source>
            <extracomment>an index, its collection, and when its documents expire: "after 1 h"</extracomment>
            <translation>已创建，已读回并核对：%2 上的 %1 现在使文档过期，方式：%3。</translation>
        </message>
        <message>
            <source>It is an ordinary index and deletes nothing.</source>
            <translation>它是普通索引，不会删除任何文档。</translation>
        </message>
        <message>
            <source>It has the longest period and deletes only documents with a date of more than 68 years ago.</source>
            <translation>它使用最长的期限，只会删除日期早于 68 年前的文档。</translation>
        </message>
        <message>
            <source>What is due cannot be counted on Cosmos DB.</source>
            <translation>在 Cosmos DB 上无法统计哪些文档已到期。</translation>
        </message>
        <message>
            <source>The period of an index on a time series cannot be set later.</source>
            <translation>时间序列集合的索引的期限以后无法设置。</translation>
        </message>
        <message>
            <source>First an ordinary index is built, which deletes nothing. Then what is due is counted again, and you decide. The effect shown now is that of the second step.</source>
            <translation>首先建立一个普通索引，它不会删除任何文档。然后重新统计到期的文档，由您决定。现在显示的效果是第二步的效果。</translation>
        </message>
        <message>
            <source>Build index only</source>
            <translation>仅建立索引</translation>
        </message>
        <message>
            <source>Build index</source>
            <translation>建立索引</translation>
        </message>
        <message numerus="yes">
            <source>Build index and delete %Ln document(s)</source>
            <translation>
                <numerusform>建立索引并删除 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Build index and delete about %Ln document(s)</source>
            <translation>
                <numerusform>建立索引并删除约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Built, read back and verified: %1 on %2. %3</source>
            <extracomment>an index, its collection, and what the index does, a sentence</extracomment>
            <translation>已建立、读回并核实：%2 上的 %1。%3</translation>
        </message>
        <message>
            <source>No document of the sample has a date in this field (%1). An index on it would delete none of them.</source>
            <extracomment>%1 is what the field holds instead: "string 99.2 %, missing 0.8 %"</extracomment>
            <translation>样本中没有任何文档在此字段中含有日期（%1）。在其上建立的索引不会删除其中任何文档。</translation>
        </message>
        <message>
            <source>"Convert to TTL" makes the step later.</source>
            <translation>以后可通过“转换为 TTL 索引”执行该步骤。</translation>
        </message>
        <message>
            <source>"Change expiry" makes the step later.</source>
            <translation>以后可通过“更改过期时间”执行该步骤。</translation>
        </message>
        <message>
            <source>It is not certain that this server can convert an ordinary index.</source>
            <translation>不能确定此服务器能否转换普通索引。</translation>
        </message>
        <message>
            <source>This server cannot convert an ordinary index.</source>
            <translation>此服务器不能转换普通索引。</translation>
        </message>
        <message>
            <source>%1 So the index is first built with the longest period, %2 seconds or about 68 years. Documents with a date before %3 are deleted even then: the effect shown now counts them. Then what is due by your period is counted, and you decide.</source>
            <extracomment>%1 is why, a sentence, %2 a number of seconds, %3 a moment</extracomment>
            <translation>%1因此先以最长的期限（%2 秒，约 68 年）建立索引。日期早于 %3 的文档即使这样也会被删除：现在显示的效果统计的就是它们。然后按您的期限统计到期的文档，由您决定。</translation>
        </message>
        <message>
            <source>The second step was not made: %1 on %2 stays as it was built. %3 %4</source>
            <extracomment>an index, its collection, what the index does, and what to do later, both sentences</extracomment>
            <translation>未执行第二步：%2 上的 %1 保持建立时的状态。%3%4</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::DoctorModel</name>
        <message>
            <source>Result</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>Check</source>
            <translation>检查项</translation>
        </message>
        <message>
            <source>Where</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>Evidence</source>
            <translation>证据</translation>
        </message>
        <message>
            <source>What to do</source>
            <translation>建议操作</translation>
        </message>
        <message>
            <source>%1: %2 (%3).</source>
            <extracomment>a check, its result, and where: "Field present: failed (lastSeen_1)."</extracomment>
            <translation>%1：%2（%3）。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::DoctorPresenter</name>
        <message>
            <source>All rules of the collection</source>
            <translation>集合的所有规则</translation>
        </message>
        <message>
            <source>All rules of the server</source>
            <translation>服务器的所有规则</translation>
        </message>
        <message>
            <source>Index %1</source>
            <translation>索引 %1</translation>
        </message>
        <message>
            <source>Document %1</source>
            <translation>文档 %1</translation>
        </message>
        <message>
            <source>as of %1</source>
            <translation>截至 %1</translation>
        </message>
        <message numerus="yes">
            <source>%Ln cause(s) found.</source>
            <translation>
                <numerusform>找到 %Ln 个原因。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln warning(s).</source>
            <translation>
                <numerusform>%Ln 个警告。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln check(s) not permitted.</source>
            <translation>
                <numerusform>%Ln 项没有权限。</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing prevents deletion.</source>
            <translation>没有妨碍删除的因素。</translation>
        </message>
        <message>
            <source>Why is this not expiring? %1 – %2</source>
            <extracomment>%1 is a collection or the name of a server, %2 what was checked</extracomment>
            <translation>为什么没有过期？%1 – %2</translation>
        </message>
        <message>
            <source>No cause was found, but not every check was answered.</source>
            <translation>没有找到原因，但并非每项检查都有答复。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::DocumentTableModel</name>
        <message>
            <source>_id</source>
            <translation>_id</translation>
        </message>
        <message>
            <source>Date</source>
            <translation>日期</translation>
        </message>
        <message>
            <source>Expires</source>
            <translation>过期</translation>
        </message>
        <message>
            <source>Document</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>never: %1</source>
            <extracomment>%1 is the BSON type of a value that should be a date: "never: string"</extracomment>
            <translation>永不：%1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::DocumentsPresenter</name>
        <message>
            <source>expiring %1 – %2</source>
            <translation>过期时间 %1 – %2</translation>
        </message>
        <message>
            <source>no documents</source>
            <translation>没有文档</translation>
        </message>
        <message>
            <source>%1 – %2</source>
            <translation>%1 – %2</translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) touched.</source>
            <translation>
                <numerusform>已更新 %Ln 个文档的日期。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) given a new date.</source>
            <translation>
                <numerusform>已为 %Ln 个文档设置新日期。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) inserted.</source>
            <translation>
                <numerusform>已插入 %Ln 个文档。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) replaced.</source>
            <translation>
                <numerusform>已替换 %Ln 个文档。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) deleted.</source>
            <translation>
                <numerusform>已删除 %Ln 个文档。</numerusform>
            </translation>
        </message>
        <message>
            <source>Delete Documents</source>
            <translation>删除文档</translation>
        </message>
        <message numerus="yes">
            <source>Delete %Ln document(s)? This cannot be undone.</source>
            <translation>
                <numerusform>删除 %Ln 个文档？此操作无法撤销。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Delete %Ln document(s)</source>
            <translation>
                <numerusform>删除 %Ln 个文档(&amp;D)</numerusform>
            </translation>
        </message>
        <message>
            <source>Touch Documents</source>
            <translation>更新文档的日期</translation>
        </message>
        <message numerus="yes">
            <source>The rule expires documents at the stored date: with the current time as their date, %Ln document(s) are deleted by the next pass.</source>
            <translation>
                <numerusform>该规则使文档在存储的日期过期：日期设为当前时间后，下一次运行会删除 %Ln 个文档。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Touch and delete %Ln document(s)</source>
            <translation>
                <numerusform>更新日期并删除 %Ln 个文档(&amp;T)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Touch %Ln document(s)</source>
            <translation>
                <numerusform>更新 %Ln 个文档的日期(&amp;T)</numerusform>
            </translation>
        </message>
        <message>
            <source>Expire Documents</source>
            <translation>使文档过期</translation>
        </message>
        <message numerus="yes">
            <source>This moment has passed: %Ln document(s) are deleted by the next pass. Deleted documents do not come back.</source>
            <translation>
                <numerusform>此时刻已过去：下一次运行会删除 %Ln 个文档。已删除的文档无法恢复。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) get a new date.</source>
            <translation>
                <numerusform>%Ln 个文档将设置新日期。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Set the date and delete %Ln document(s)</source>
            <translation>
                <numerusform>设置日期并删除 %Ln 个文档(&amp;S)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Set the date of %Ln document(s)</source>
            <translation>
                <numerusform>设置 %Ln 个文档的日期(&amp;S)</numerusform>
            </translation>
        </message>
        <message>
            <source>Undo the Change of Dates</source>
            <translation>撤销日期更改</translation>
        </message>
        <message numerus="yes">
            <source>The documents get their earlier dates again: %Ln document(s) are deleted by the next pass.</source>
            <translation>
                <numerusform>文档将恢复原来的日期：下一次运行会删除 %Ln 个文档。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Undo and delete %Ln document(s)</source>
            <translation>
                <numerusform>撤销并删除 %Ln 个文档(&amp;U)</numerusform>
            </translation>
        </message>
        <message>
            <source>&amp;Undo</source>
            <translation>撤销(&amp;U)</translation>
        </message>
        <message>
            <source>expired until %1</source>
            <translation>%1 之前过期</translation>
        </message>
        <message>
            <source>the collection's own rule</source>
            <translation>集合自身的规则</translation>
        </message>
        <message>
            <source>%1 (at the latest)</source>
            <extracomment>a rule that deletes whole buckets of a time series: "timestamp_1 (at the latest)"</extracomment>
            <translation>%1（最迟）</translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) given the earlier date again.</source>
            <translation>
                <numerusform>%Ln 个文档已恢复原来的日期。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Left as they are, since another client has changed or deleted them: %Ln document(s).</source>
            <translation>
                <numerusform>%Ln 个文档保持不变，因为其他客户端已更改或删除它们。</numerusform>
            </translation>
        </message>
        <message>
            <source>All documents</source>
            <translation>所有文档</translation>
        </message>
        <message>
            <source>Overdue</source>
            <translation>逾期</translation>
        </message>
        <message>
            <source>Never expiring</source>
            <translation>永不过期</translation>
        </message>
        <message>
            <source>expiring after %1</source>
            <translation>%1 之后过期</translation>
        </message>
        <message>
            <source>never expiring</source>
            <translation>永不过期</translation>
        </message>
        <message>
            <source>The server refuses this: %1</source>
            <translation>服务器拒绝：%1</translation>
        </message>
        <message>
            <source>of …</source>
            <translation>共 …</translation>
        </message>
        <message>
            <source>(total not known)</source>
            <translation>（总数未知）</translation>
        </message>
        <message>
            <source>of more than %1</source>
            <translation>共超过 %1</translation>
        </message>
        <message>
            <source>of %1</source>
            <translation>共 %1</translation>
        </message>
        <message>
            <source>The server stopped counting there, so that it is not kept busy.</source>
            <translation>为避免占用服务器，统计到此为止。</translation>
        </message>
        <message>
            <source>Another document has this _id already.</source>
            <translation>已有文档使用此 _id。</translation>
        </message>
        <message>
            <source>Another document has the same value in a unique index.</source>
            <translation>另一个文档在唯一索引中具有相同的值。</translation>
        </message>
        <message>
            <source>Choose another _id, or remove it: the document gets a new one.</source>
            <translation>请更换 _id，或将其删除：文档会获得新的 _id。</translation>
        </message>
        <message>
            <source>The details name the index. Choose another value.</source>
            <translation>详细信息中有索引的名称。请更换该值。</translation>
        </message>
        <message numerus="yes">
            <source>&amp;Undo the touch of %Ln document(s)</source>
            <translation>
                <numerusform>撤销 %Ln 个文档的日期更新(&amp;U)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Undo the new date of %Ln document(s)</source>
            <translation>
                <numerusform>撤销 %Ln 个文档的新日期(&amp;U)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) get the server's current time as the date.</source>
            <translation>
                <numerusform>%Ln 个文档的日期将设为服务器的当前时间。</numerusform>
            </translation>
        </message>
        <message>
            <source>as of %1</source>
            <translation>截至 %1</translation>
        </message>
        <message numerus="yes">
            <source>… and %Ln more document(s)</source>
            <translation>
                <numerusform>……以及另外 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>The collection has no rule, so no date decides when its documents expire.</source>
            <translation>该集合没有规则，因此没有日期决定其文档何时过期。</translation>
        </message>
        <message>
            <source>The date that this collection's rule uses cannot be changed.</source>
            <translation>此集合的规则所用的日期无法更改。</translation>
        </message>
        <message>
            <source>%1, what if %2</source>
            <extracomment>%1 is "expiring 12:00 – 13:00"; %2 is a rule in words such as "after 30 d"</extracomment>
            <translation>%1，假设%2</translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) get the earlier date again.</source>
            <translation>
                <numerusform>%Ln 个文档将恢复原来的日期。</numerusform>
            </translation>
        </message>
        <message>
            <source>The rules of the collection have not been read, so it is not known which date decides when its documents expire.</source>
            <translation>尚未读取该集合的规则，因此不知道由哪个日期决定其文档何时过期。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::EditPresenter</name>
        <message>
            <source>The connection was lost before the answer arrived, so the change may have been made. This is checked as soon as the server can be reached again.</source>
            <translation>连接在收到应答之前断开，更改可能已经执行。一旦服务器恢复可达，就会进行核对。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::EnginePresenter</name>
        <message>
            <source>starting</source>
            <translation>正在启动</translation>
        </message>
        <message>
            <source>running since %1</source>
            <translation>自 %1 起运行</translation>
        </message>
        <message>
            <source>stopping</source>
            <translation>正在停止</translation>
        </message>
        <message>
            <source>stopped unexpectedly, restarting</source>
            <translation>意外终止，正在重新启动</translation>
        </message>
        <message>
            <source>could not be started</source>
            <translation>无法启动</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>已停止</translation>
        </message>
        <message>
            <source>The engine stopped unexpectedly at %1 and was restarted.</source>
            <translation>引擎于 %1 意外终止，已重新启动。</translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) loaded.</source>
            <translation>
                <numerusform>已载入 %Ln 个文档。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>running since %1, after %Ln restart(s)</source>
            <translation>
                <numerusform>自 %1 起运行，已重启 %Ln 次</numerusform>
            </translation>
        </message>
        <message>
            <source>Another program uses port %1 of this computer, so other programs cannot connect to the local engine.</source>
            <translation>本机的端口 %1 已被另一个程序占用，因此其他程序无法连接到本地引擎。</translation>
        </message>
        <message>
            <source>There is no keychain: the password is lost when Sandglass ends. Copy it now.</source>
            <translation>没有密钥链：Sandglass 结束后密码即丢失。请现在复制。</translation>
        </message>
        <message>
            <source>The password is in the keychain.</source>
            <translation>密码已存入密钥链。</translation>
        </message>
        <message>
            <source>The local engine has no private socket on this system. Other programs could not be asked for a password, so port %1 stays closed.</source>
            <translation>本地引擎在此系统上没有私有套接字。由于无法要求其他程序提供密码，端口 %1 保持关闭。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::ExpiryPausePresenter</name>
        <message>
            <source>Local engine</source>
            <translation>本地引擎</translation>
        </message>
        <message>
            <source>Expiry is paused on %1 (%2) since %3.</source>
            <translation>%1（%2）上的过期自 %3 起已暂停。</translation>
        </message>
        <message>
            <source>Expiry may be paused on %1 (%2) since %3: the answer was lost.</source>
            <translation>%1（%2）上的过期自 %3 起可能已暂停：应答丢失。</translation>
        </message>
        <message>
            <source>To resume, connect to %1.</source>
            <translation>要恢复，请连接到 %1。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::IndexListPresenter</name>
        <message numerus="yes">
            <source>%Ln index(es)</source>
            <extracomment>first part of a caption such as "4 indexes, 2 of them TTL"</extracomment>
            <translation>
                <numerusform>%Ln 个索引</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>, %Ln of them TTL</source>
            <extracomment>second part of a caption such as "4 indexes, 2 of them TTL"</extracomment>
            <translation>
                <numerusform>，其中 %Ln 个为 TTL 索引</numerusform>
            </translation>
        </message>
        <message>
            <source>A view cannot have indexes.</source>
            <translation>视图没有自己的索引。</translation>
        </message>
        <message>
            <source>switched off</source>
            <translation>已关闭</translation>
        </message>
        <message>
            <source>as of %1</source>
            <translation>截至 %1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::IndexTableModel</name>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Key</source>
            <translation>键</translation>
        </message>
        <message>
            <source>Expires</source>
            <translation>过期</translation>
        </message>
        <message>
            <source>Properties</source>
            <translation>属性</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>Uses by queries</source>
            <translation>查询使用次数</translation>
        </message>
        <message>
            <source>State</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>unusable value</source>
            <translation>值不可用</translation>
        </message>
        <message>
            <source>being built</source>
            <translation>正在构建</translation>
        </message>
        <message>
            <source>ready</source>
            <translation>就绪</translation>
        </message>
        <message>
            <source>hidden</source>
            <translation>隐藏</translation>
        </message>
        <message>
            <source>partial</source>
            <translation>部分</translation>
        </message>
        <message>
            <source>unique</source>
            <translation>唯一</translation>
        </message>
        <message>
            <source>sparse</source>
            <translation>稀疏</translation>
        </message>
        <message>
            <source>As counted by the server. The queries of Sandglass itself are left out as far as they are known.</source>
            <translation>由服务器计数，已尽可能扣除 Sandglass 自身的查询。</translation>
        </message>
        <message>
            <source>unusable kind of index</source>
            <translation>不可用的索引类型</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::InspectorPresenter</name>
        <message>
            <source>The value of this TTL index is unusable, so it deletes nothing.</source>
            <translation>此 TTL 索引的值不可用，因此不会删除任何文档。</translation>
        </message>
        <message>
            <source>An ordinary index: it expires nothing.</source>
            <translation>普通索引：不会使文档过期。</translation>
        </message>
        <message>
            <source>A document expires at the date stored in its field %1.</source>
            <translation>文档在其字段 %1 中存储的时刻过期。</translation>
        </message>
        <message>
            <source>A document expires %1 after the date stored in its field %2.</source>
            <translation>文档在其字段 %2 中存储的时刻之后 %1过期。</translation>
        </message>
        <message>
            <source>Documents without a date in this field never expire; of several dates the earliest counts.</source>
            <translation>该字段中没有日期的文档永不过期；有多个日期时以最早的为准。</translation>
        </message>
        <message>
            <source>Only documents that match the partial filter expire.</source>
            <translation>只有符合部分过滤条件的文档会过期。</translation>
        </message>
        <message>
            <source>The index is hidden from queries but continues to delete.</source>
            <translation>该索引对查询隐藏，但仍会继续删除。</translation>
        </message>
        <message>
            <source>It no longer exists.</source>
            <translation>它已不存在。</translation>
        </message>
        <message>
            <source>TTL index of %1</source>
            <translation>%1 的 TTL 索引</translation>
        </message>
        <message>
            <source>Index of %1</source>
            <translation>%1 的索引</translation>
        </message>
        <message>
            <source>Key</source>
            <translation>键</translation>
        </message>
        <message>
            <source>Expires</source>
            <translation>过期</translation>
        </message>
        <message>
            <source>Seconds</source>
            <translation>秒数</translation>
        </message>
        <message>
            <source>never: unusable value</source>
            <translation>永不：值不可用</translation>
        </message>
        <message>
            <source>Partial filter</source>
            <translation>部分过滤条件</translation>
        </message>
        <message>
            <source>Hidden</source>
            <translation>隐藏</translation>
        </message>
        <message>
            <source>yes, but still deleting</source>
            <translation>是，但仍在删除</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>是</translation>
        </message>
        <message>
            <source>State</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>being built</source>
            <translation>正在构建</translation>
        </message>
        <message>
            <source>ready</source>
            <translation>就绪</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>Uses by queries</source>
            <extracomment>uses by queries only, never by expiry</extracomment>
            <translation>查询使用次数</translation>
        </message>
        <message>
            <source>Collection</source>
            <translation>集合</translation>
        </message>
        <message>
            <source>Nothing in this collection expires: it has no TTL index.</source>
            <translation>此集合中没有会过期的内容：没有 TTL 索引。</translation>
        </message>
        <message>
            <source>Several rules: a document expires as soon as the first of them applies.</source>
            <translation>有多条规则：只要其中一条规则到期，文档就会被删除。</translation>
        </message>
        <message>
            <source>Indexes</source>
            <translation>索引</translation>
        </message>
        <message>
            <source>Document of %1</source>
            <translation>%1 的文档</translation>
        </message>
        <message>
            <source>%1 (%2)</source>
            <translation>%1（%2）</translation>
        </message>
        <message>
            <source>%1, if it matches the partial filter</source>
            <translation>%1（若符合部分过滤条件）</translation>
        </message>
        <message>
            <source>Never expires: the collection has no TTL index.</source>
            <translation>永不过期：该集合没有 TTL 索引。</translation>
        </message>
        <message>
            <source>Expires %1. The TTL monitor deletes it on its next pass after that.</source>
            <extracomment>%1: for example "in 5 minutes"</extracomment>
            <translation>过期时间：%1。TTL 监控器会在此后的下一次运行时删除它。</translation>
        </message>
        <message>
            <source>Never expires: no rule finds a usable date in it.</source>
            <translation>永不过期：没有规则能在其中找到可用的日期。</translation>
        </message>
        <message>
            <source>The collection's own rule</source>
            <translation>集合自身的规则</translation>
        </message>
        <message>
            <source>unknown: the server does not expose %1</source>
            <translation>未知：服务器不公开 %1</translation>
        </message>
        <message>
            <source>never: this rule does not expire dates before 1970</source>
            <translation>永不：1970 年以前的日期不按此规则过期</translation>
        </message>
        <message>
            <source>%1 at the latest: it is deleted with its bucket</source>
            <translation>最迟 %1：随所在的存储桶一起删除</translation>
        </message>
        <message>
            <source>Only the server knows when it expires.</source>
            <translation>只有服务器知道它何时过期。</translation>
        </message>
        <message>
            <source>Whether it expires is not known: the rules could not be read.</source>
            <translation>无法得知它是否会过期：规则无法读取。</translation>
        </message>
        <message>
            <source>It is %1. The TTL monitor deletes it on its next pass.</source>
            <extracomment>%1: for example "1 hour overdue"</extracomment>
            <translation>%1。TTL 监控器会在下一次运行时删除它。</translation>
        </message>
        <message>
            <source>A TTL index of this kind deletes nothing: only an ascending or descending index on one field expires documents.</source>
            <translation>这种 TTL 索引不会删除任何内容：只有单个字段上的升序或降序索引才会使文档过期。</translation>
        </message>
        <message>
            <source>never: unusable kind of index</source>
            <translation>永不：不可用的索引类型</translation>
        </message>
        <message>
            <source>Nothing in this collection expires: no TTL index is usable.</source>
            <translation>此集合中没有内容会过期：没有可用的 TTL 索引。</translation>
        </message>
        <message>
            <source>Whether it expires is not known yet: the rules are being read.</source>
            <translation>是否会过期尚不清楚：正在读取规则。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::InventoryPresenter</name>
        <message>
            <source>Only the databases named by hand are shown: this user may not list the others.</source>
            <translation>仅显示手动指定的数据库：该用户无权列出其他数据库。</translation>
        </message>
        <message numerus="yes">
            <source>%Ln database(s) could not be read.</source>
            <translation>
                <numerusform>有 %Ln 个数据库无法读取。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The indexes of %Ln collection(s) could not be read.</source>
            <translation>
                <numerusform>有 %Ln 个集合的索引无法读取。</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 of %2 collections read</source>
            <translation>已读取 %1 / %2 个集合</translation>
        </message>
        <message>
            <source>reading the collections…</source>
            <translation>正在读取集合…</translation>
        </message>
        <message numerus="yes">
            <source>%Ln collection(s) in view counted</source>
            <translation>
                <numerusform>已统计当前可见的 %Ln 个集合</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::JournalExport</name>
        <message>
            <source>mongosh command</source>
            <translation>mongosh 命令</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::JournalModel</name>
        <message>
            <source>%1 → %2</source>
            <extracomment>before and after of a change</extracomment>
            <translation>%1 → %2</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>What</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>Change</source>
            <translation>更改</translation>
        </message>
        <message>
            <source>sent, no answer yet</source>
            <translation>已发送，尚无应答</translation>
        </message>
        <message>
            <source>undone · %1</source>
            <extracomment>a journal entry that was undone, with how it had ended</extracomment>
            <translation>已撤销 · %1</translation>
        </message>
        <message>
            <source>unknown: the program ended</source>
            <translation>未知：程序当时已结束</translation>
        </message>
        <message>
            <source>Result</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>Server</source>
            <translation>服务器</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::LogModel</name>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Severity</source>
            <translation>级别</translation>
        </message>
        <message>
            <source>Component</source>
            <translation>组件</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>消息</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::MemberModel</name>
        <message>
            <source>Member</source>
            <translation>成员</translation>
        </message>
        <message>
            <source>Shard</source>
            <translation>分片</translation>
        </message>
        <message>
            <source>State</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>Deletes here</source>
            <translation>在此删除</translation>
        </message>
        <message>
            <source>Only a primary deletes expired documents. The other members copy its deletions.</source>
            <translation>只有主节点会删除过期文档。其他成员复制主节点的删除操作。</translation>
        </message>
        <message>
            <source>TTL monitor</source>
            <translation>TTL 监视器</translation>
        </message>
        <message>
            <source>Lag</source>
            <translation>延迟</translation>
        </message>
        <message>
            <source>How far the member is behind the primary of its set.</source>
            <translation>该成员落后于所在副本集主节点的时间。</translation>
        </message>
        <message>
            <source>Clock</source>
            <translation>时钟</translation>
        </message>
        <message>
            <source>The member's clock compared with this computer's.</source>
            <translation>该成员的时钟与本计算机时钟的差值。</translation>
        </message>
        <message>
            <source>TTL passes</source>
            <translation>TTL 轮次</translation>
        </message>
        <message>
            <source>Since the member was started.</source>
            <translation>自该成员启动以来。</translation>
        </message>
        <message>
            <source>Deleted</source>
            <translation>已删除</translation>
        </message>
        <message>
            <source>Documents that its TTL monitor has deleted since the member was started.</source>
            <translation>自该成员启动以来，其 TTL 监视器删除的文档数。</translation>
        </message>
        <message>
            <source>Overdue on its shard</source>
            <translation>其分片上的逾期数</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::MembersPresenter</name>
        <message>
            <source>Expiry is paused on %1.</source>
            <translation>%1 上的过期已暂停。</translation>
        </message>
        <message>
            <source>There is no connection.</source>
            <translation>没有连接。</translation>
        </message>
        <message>
            <source>Reading the members…</source>
            <translation>正在读取成员…</translation>
        </message>
        <message numerus="yes">
            <source>Replica set %1, %Ln member(s)</source>
            <translation>
                <numerusform>副本集 %1，%Ln 个成员</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Sharded cluster, %Ln member(s) of its shards</source>
            <translation>
                <numerusform>分片集群，各分片共 %Ln 个成员</numerusform>
            </translation>
        </message>
        <message>
            <source>One server</source>
            <translation>一台服务器</translation>
        </message>
        <message>
            <source>The primary has changed from %1 to %2. This was noticed at %3.</source>
            <translation>主节点已从 %1 变为 %2。发现时间：%3。</translation>
        </message>
        <message>
            <source>Counting overdue documents: %1 of %2 rules</source>
            <translation>正在统计逾期文档：%1/%2 条规则</translation>
        </message>
        <message numerus="yes">
            <source>Overdue documents of %Ln rule(s), counted at %1.</source>
            <translation>
                <numerusform>%Ln 条规则的逾期文档，统计于 %1。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln rule(s) could not be counted.</source>
            <translation>
                <numerusform>%Ln 条规则无法统计。</numerusform>
            </translation>
        </message>
        <message>
            <source>Counting was stopped before the end.</source>
            <translation>统计在结束前被停止。</translation>
        </message>
        <message>
            <source>Expiry was resumed on %1.</source>
            <translation>%1 上的过期已恢复。</translation>
        </message>
        <message>
            <source>The server does not report the states of all members, so each one is asked directly.</source>
            <translation>服务器未报告所有成员的状态，因此直接查询每个成员。</translation>
        </message>
        <message>
            <source>Some rules could not be read.</source>
            <translation>有些规则无法读取。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::NavigatorModel</name>
        <message>
            <source>expires %1</source>
            <extracomment>%1 is a duration such as "90 d"</extracomment>
            <translation>过期：%1</translation>
        </message>
        <message>
            <source>hidden</source>
            <translation>隐藏</translation>
        </message>
        <message>
            <source>being built</source>
            <translation>正在构建</translation>
        </message>
        <message numerus="yes">
            <source>%Ln TTL rule(s)</source>
            <translation>
                <numerusform>%Ln 条 TTL 规则</numerusform>
            </translation>
        </message>
        <message>
            <source>locked</source>
            <translation>已锁定</translation>
        </message>
        <message>
            <source>changes allowed</source>
            <translation>允许更改</translation>
        </message>
        <message numerus="yes">
            <source>at least %Ln TTL rule(s)</source>
            <translation>
                <numerusform>至少 %Ln 条 TTL 规则</numerusform>
            </translation>
        </message>
        <message>
            <source>not read yet</source>
            <translation>尚未读取</translation>
        </message>
        <message>
            <source>unusable TTL index</source>
            <translation>不可用的 TTL 索引</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::PurgeNoticePresenter</name>
        <message>
            <source>Staged purge of %1: %2 %3</source>
            <extracomment>%1 is a collection, %2 the phase of the purge, %3 its figures</extracomment>
            <translation>%1 的分批清除：%2%3</translation>
        </message>
        <message>
            <source>Show &amp;purge…</source>
            <translation>显示清除(&amp;P)…</translation>
        </message>
        <message numerus="yes">
            <source>A staged purge of %1 was interrupted; %Ln document(s) were left.</source>
            <translation>
                <numerusform>%1 的分批清除被中断；剩余 %Ln 个文档。</numerusform>
            </translation>
        </message>
        <message>
            <source>Resume &amp;purge…</source>
            <translation>继续清除(&amp;P)…</translation>
        </message>
        <message numerus="yes">
            <source>A staged purge of %1 was interrupted; at most %Ln document(s) were left.</source>
            <translation>
                <numerusform>%1 的分批清除被中断；剩余最多 %Ln 个文档。</numerusform>
            </translation>
        </message>
        <message>
            <source>A staged purge of %1 was interrupted.</source>
            <translation>%1 的分批清除被中断。</translation>
        </message>
        <message numerus="yes">
            <source>A staged purge of %1 was interrupted; about %Ln document(s) were left.</source>
            <translation>
                <numerusform>%1 的分批清除被中断；大约还剩 %Ln 个文档。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::PurgePresenter</name>
        <message>
            <source>%1, %2</source>
            <translation>%1，%2</translation>
        </message>
        <message>
            <source>No staged purge is in progress on this server.</source>
            <translation>此服务器上没有正在进行的分批清除。</translation>
        </message>
        <message>
            <source>A staged purge of %1 is in progress; only one can run at a time.</source>
            <translation>%1 的分批清除正在进行；一次只能进行一个。</translation>
        </message>
        <message>
            <source>There is no connection.</source>
            <translation>没有连接。</translation>
        </message>
        <message>
            <source>Counting what this would delete.</source>
            <translation>正在统计将要删除的内容。</translation>
        </message>
        <message>
            <source>Nothing is due now.</source>
            <translation>目前没有到期的文档。</translation>
        </message>
        <message>
            <source>Choose a folder for the archive.</source>
            <translation>请选择归档文件夹。</translation>
        </message>
        <message>
            <source>This purge stopped when the program ended. It continues only when you resume it.</source>
            <translation>此清除在程序结束时停止。只有在您选择继续后才会进行。</translation>
        </message>
        <message>
            <source>Checking the folder of the archive.</source>
            <translation>正在检查归档文件夹。</translation>
        </message>
        <message>
            <source>The timeline could not be counted. %1</source>
            <extracomment>%1 is a sentence</extracomment>
            <translation>无法统计时间线。%1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::RehearsalPresenter</name>
        <message>
            <source>Rehearsal: a copy of %1, clock %2 times faster. The original is not changed.</source>
            <translation>演练：%1 的副本，时钟快 %2 倍。原数据不受影响。</translation>
        </message>
        <message>
            <source>Clock: %1</source>
            <translation>时钟：%1</translation>
        </message>
        <message>
            <source>Something failed in the copy: %1</source>
            <translation>副本中出现错误：%1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::RestoreOffer</name>
        <message>
            <source>Making a restore point first.</source>
            <translation>正在先创建还原点。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::RestorePointModel</name>
        <message>
            <source>Files that are shared with the data or with other restore points take no extra space. This is the space that deleting the restore point frees.</source>
            <translation>与数据和其他还原点共享的文件不另占空间。此为删除该还原点可释放的空间。</translation>
        </message>
        <message>
            <source>Data as of</source>
            <translation>数据时间</translation>
        </message>
        <message>
            <source>Made</source>
            <translation>创建原因</translation>
        </message>
        <message>
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>Deleting frees</source>
            <translation>删除可释放</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::RestorePointsPresenter</name>
        <message>
            <source>Connect to the local engine to make one.</source>
            <translation>请连接到本地引擎以创建还原点。</translation>
        </message>
        <message>
            <source>Restore all data of the local engine as of %1? Everything that was written, changed or deleted since then is undone. The current data are kept as a restore point. The engine is restarted.</source>
            <translation>将本地引擎的所有数据还原到 %1？此后写入、更改或删除的内容都会撤销。当前数据会保留为一个还原点。为此引擎会停止并重新启动。</translation>
        </message>
        <message>
            <source>Delete the restore point of %1? This cannot be undone. The current data do not change.</source>
            <translation>删除 %1 的还原点？删除后无法恢复。当前数据不受影响。</translation>
        </message>
        <message>
            <source>Making a restore point…</source>
            <translation>正在创建还原点…</translation>
        </message>
        <message>
            <source>The restore point was made.</source>
            <translation>还原点已创建。</translation>
        </message>
        <message>
            <source>Restoring the data…</source>
            <translation>正在还原数据…</translation>
        </message>
        <message>
            <source>Deleting the restore point…</source>
            <translation>正在删除还原点…</translation>
        </message>
        <message>
            <source>The restore point was deleted.</source>
            <translation>还原点已删除。</translation>
        </message>
        <message>
            <source>Copying the data for the rehearsal…</source>
            <translation>正在为演练复制数据…</translation>
        </message>
        <message>
            <source>The rehearsal opens in its own window.</source>
            <translation>演练将在单独的窗口中打开。</translation>
        </message>
        <message>
            <source>Counting what is overdue in the restore point…</source>
            <translation>正在统计还原点中的逾期文档…</translation>
        </message>
        <message>
            <source>What is overdue in it could not be counted: %1</source>
            <translation>无法统计其中的逾期文档：%1</translation>
        </message>
        <message>
            <source>Expiry is paused after the restore until you resume it.</source>
            <translation>还原之后过期处于暂停状态，直到您恢复它。</translation>
        </message>
        <message>
            <source>The data are restored, and expiry is paused. The newest restore point contains the previous data.</source>
            <translation>数据已还原，过期已暂停。最新的还原点包含之前的数据。</translation>
        </message>
        <message>
            <source>Cancelled. Nothing was changed.</source>
            <translation>已取消。未做任何更改。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::RuleFilter</name>
        <message>
            <source>"%1" is not a condition. These columns can be compared: %2.</source>
            <extracomment>%1 is what was typed, such as "foo &gt; 5"; %2 is a list of columns</extracomment>
            <translation>“%1”不是有效的条件。可以比较的列：%2。</translation>
        </message>
        <message>
            <source>"%1" has a unit that does not belong to this column. Examples: duration &gt; 2 minutes, documents &gt; 1 M, dated &lt; 100 %.</source>
            <translation>“%1”的单位不适用于该列。示例：duration &gt; 2 minutes、documents &gt; 1 M、dated &lt; 100 %。</translation>
        </message>
        <message>
            <source>"%1" does not end with a number.</source>
            <translation>“%1”没有以数字结尾。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::ServerTree</name>
        <message>
            <source>local</source>
            <translation>本地</translation>
        </message>
        <message>
            <source>Not connected. Start the local engine or connect to a server.</source>
            <translation>未连接。请启动本地引擎或连接到服务器。</translation>
        </message>
        <message>
            <source>No collection may be read.</source>
            <translation>没有可读取的集合。</translation>
        </message>
        <message>
            <source>This server has no collections yet.</source>
            <translation>此服务器尚无集合。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::StatusPresenter</name>
        <message>
            <source>server clock %1 s</source>
            <translation>服务器时钟 %1 秒</translation>
        </message>
        <message>
            <source>no tasks</source>
            <translation>没有任务</translation>
        </message>
        <message numerus="yes">
            <source>%Ln task(s)</source>
            <translation>
                <numerusform>%Ln 个任务</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 – connecting</source>
            <translation>%1 – 正在连接</translation>
        </message>
        <message>
            <source>%1 – connection lost, attempt %2</source>
            <translation>%1 – 连接中断，第 %2 次重试</translation>
        </message>
        <message>
            <source>%1 – failed</source>
            <translation>%1 – 失败</translation>
        </message>
        <message>
            <source>locked</source>
            <translation>已锁定</translation>
        </message>
        <message>
            <source>unlocked for %1</source>
            <extracomment>how long changes are allowed: minutes and seconds, "9:42"</extracomment>
            <translation>解锁剩余 %1</translation>
        </message>
        <message>
            <source>changes allowed</source>
            <translation>允许更改</translation>
        </message>
        <message>
            <source>TTL monitor %1</source>
            <translation>TTL 监控器%1</translation>
        </message>
        <message>
            <source>· next in %1</source>
            <translation>· %1后下次运行</translation>
        </message>
        <message>
            <source>%1 passes and %2 deleted documents since the server started.</source>
            <translation>服务器启动以来运行 %1 次，删除 %2 个文档。</translation>
        </message>
        <message>
            <source>read only</source>
            <translation>只读</translation>
        </message>
        <message>
            <source>clock %1 times faster</source>
            <translation>时钟快 %1 倍</translation>
        </message>
        <message>
            <source>%1 – connection lost, attempt %2 in %3</source>
            <translation>%1 – 连接中断，%3后第 %2 次重试</translation>
        </message>
        <message>
            <source>reading collections: %1 of %2</source>
            <translation>正在读取集合：%1 / %2</translation>
        </message>
        <message>
            <source>reading the collections…</source>
            <translation>正在读取集合…</translation>
        </message>
        <message>
            <source>TLS: any host name</source>
            <translation>TLS：接受任何主机名</translation>
        </message>
        <message>
            <source>TLS: any certificate</source>
            <translation>TLS：接受任何证书</translation>
        </message>
        <message>
            <source>not encrypted</source>
            <translation>未加密</translation>
        </message>
        <message>
            <source>%1 – not connected</source>
            <translation>%1 – 未连接</translation>
        </message>
        <message>
            <source>server is read only</source>
            <translation>服务器只读</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::TaskModel</name>
        <message>
            <source>running</source>
            <translation>正在运行</translation>
        </message>
        <message>
            <source>Task</source>
            <translation>任务</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
        <message>
            <source>Elapsed</source>
            <translation>用时</translation>
        </message>
        <message>
            <source>paused</source>
            <translation>已暂停</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::TourPresenter</name>
        <message>
            <source>Step %1 of %2</source>
            <translation>第 %1 步，共 %2 步</translation>
        </message>
        <message>
            <source>Every TTL rule of the server</source>
            <translation>服务器上的所有 TTL 规则</translation>
        </message>
        <message>
            <source>Each row is one rule: the collection, the date field, and how long documents live. The columns show how many documents are overdue and when the next large deletion is due. A double click opens the collection.</source>
            <translation>每行是一条规则：集合、日期字段以及文档的保留时间。各列显示有多少文档已逾期，以及下一次大批删除何时到来。双击可打开集合。</translation>
        </message>
        <message>
            <source>What will be deleted, and when</source>
            <translation>将要删除什么，何时删除</translation>
        </message>
        <message>
            <source>Each bar counts the documents that become due in that span of time. The bar at the left counts those that are overdue already. Point at a bar to read its numbers, and turn the wheel to zoom.</source>
            <translation>每个柱形表示在该时段内到期的文档数。最左侧的柱形表示已经逾期的文档。将指针移到柱形上可查看数字，滚动滚轮可缩放。</translation>
        </message>
        <message>
            <source>Try another period</source>
            <translation>试用另一期限</translation>
        </message>
        <message>
            <source>See the effect before you change a rule</source>
            <translation>更改规则之前先查看影响</translation>
        </message>
        <message>
            <source>Create a TTL index, convert an ordinary index, or change a period. The dialog counts the documents that would be deleted at once, before anything is sent to the server.</source>
            <translation>可以创建 TTL 索引、转换普通索引或更改期限。在向服务器发送任何内容之前，对话框会统计将立即删除的文档数。</translation>
        </message>
        <message>
            <source>Every change is recorded</source>
            <translation>每次更改都有记录</translation>
        </message>
        <message>
            <source>The journal lists each change with the command that was sent. Undo restores the rule as it was before. Documents that were deleted do not come back.</source>
            <translation>日志列出每次更改及所发送的命令。撤销会恢复原来的规则。已删除的文档无法恢复。</translation>
        </message>
        <message>
            <source>On the page of a collection, “What if…” below the timeline tries a longer or shorter period: the chart shows at once what would be deleted when. Nothing is changed on the server.</source>
            <translation>在集合页面上，使用时间线下方的“假设…”可试用更长或更短的期限：图表会立即显示届时何时会删除什么。服务器上的内容不会更改。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::TrashModel</name>
        <message>
            <source>Deleted at</source>
            <translation>删除时间</translation>
        </message>
        <message>
            <source>Collection</source>
            <translation>集合</translation>
        </message>
        <message>
            <source>By index</source>
            <translation>索引</translation>
        </message>
        <message>
            <source>_id</source>
            <translation>_id</translation>
        </message>
        <message>
            <source>Document</source>
            <translation>文档</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::TrashPresenter</name>
        <message>
            <source>This server deletes expired documents for good. Only the local engine can keep them.</source>
            <translation>此服务器会永久删除过期的文档。只有本地引擎可以保留它们。</translation>
        </message>
        <message>
            <source>No documents</source>
            <translation>没有文档</translation>
        </message>
        <message>
            <source>%1–%2 of %3 documents</source>
            <translation>第 %1–%2 个，共 %3 个文档</translation>
        </message>
        <message>
            <source>Use conditions on fields, joined by $and, $or or $nor.</source>
            <translation>请使用针对字段的条件，可用 $and、$or 或 $nor 连接。</translation>
        </message>
        <message>
            <source>Counting…</source>
            <translation>正在计数…</translation>
        </message>
        <message>
            <source>Putting documents back…</source>
            <translation>正在放回文档…</translation>
        </message>
        <message>
            <source>Setting the limits…</source>
            <translation>正在设置上限…</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::TtlHoldPresenter</name>
        <message>
            <source>The clock of this computer was set forward by %1. Until you confirm that the time is right, nothing expires.</source>
            <extracomment>%1: a duration such as "60 d"</extracomment>
            <translation>此计算机的时钟被向前调整了 %1。在您确认时间正确之前，不会有文档过期。</translation>
        </message>
        <message>
            <source>The clock of this computer was set back by %1. Until you confirm that the time is right, nothing expires.</source>
            <translation>此计算机的时钟被向后调整了 %1。在您确认时间正确之前，不会有文档过期。</translation>
        </message>
        <message>
            <source>Is the time of this computer right now? Every document that is due by it is deleted with the next pass.</source>
            <translation>此计算机的时间现在正确吗？所有按此时间到期的文档都会在下一轮扫描时被删除。</translation>
        </message>
        <message>
            <source>All documents that are due are deleted with the next pass; how many is not known. They do not come back.</source>
            <translation>所有已到期的文档会在下一次运行时删除；数量未知。它们无法恢复。</translation>
        </message>
        <message>
            <source>The engine's journal was cut. %1. Writes that extended the life of documents may be among what is missing. Until you confirm it, the TTL indexes of then delete nothing.</source>
            <extracomment>%1: what is missing, in English, such as "000012.log is damaged from byte 512 on: 96 bytes of the journal are lost"</extracomment>
            <translation>引擎的日志文件被截断。%1。缺失的部分可能包含延长文档有效期的写入。在您确认之前，当时的 TTL 索引不会删除任何文档。</translation>
        </message>
        <message>
            <source>It is not known how many documents are due by %1 of %2.</source>
            <extracomment>%1: an index; %2: a collection</extracomment>
            <translation>有多少文档因 %2 的 %1 到期，尚不清楚。</translation>
        </message>
        <message>
            <source>It is not known how many documents became due by %1 of %2 while the engine did not run, or were due when they were written. They are kept until you confirm that they may go.</source>
            <extracomment>%1: an index; %2: a collection</extracomment>
            <translation>引擎未运行期间有多少文档因 %2 的 %1 到期，或有多少文档在写入时就已到期，尚不清楚。在您确认可以删除之前，这些文档会保留。</translation>
        </message>
        <message numerus="yes">
            <source>At most %Ln document(s) are due by %1 of %2; they could not be counted.</source>
            <translation>
                <numerusform>最多有 %Ln 个文档因 %2 的 %1 到期；无法统计确切数量。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) are due by %1 of %2.</source>
            <extracomment>%1: an index; %2: a collection</extracomment>
            <translation>
                <numerusform>%2 中有 %Ln 个文档按 %1 到期。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>At most %Ln document(s) became due by %1 of %2 while the engine did not run, or were due when they were written; they could not be counted. They are kept until you confirm that they may go.</source>
            <translation>
                <numerusform>引擎未运行期间，或在写入时就已到期，最多有 %Ln 个文档因 %2 的 %1 到期；无法统计确切数量。在您确认可以删除之前，这些文档会保留。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) became due by %1 of %2 while the engine did not run, were due when they were written, or were put back. They are kept until you confirm that they may go.</source>
            <extracomment>%1: an index; %2: a collection</extracomment>
            <translation>
                <numerusform>引擎未运行期间，或在写入时就已到期，或因被放回，%2 中有 %Ln 个文档按 %1 到期。在您确认可以删除之前，它们会被保留。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>At most %Ln document(s) are deleted with the next pass. They do not come back.</source>
            <translation>
                <numerusform>下一次运行最多删除 %Ln 个文档。它们无法恢复。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) are deleted with the next pass. They do not come back.</source>
            <translation>
                <numerusform>下一次运行将删除 %Ln 个文档，无法恢复。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::TtlRulesModel</name>
        <message>
            <source>Collection</source>
            <translation>集合</translation>
        </message>
        <message>
            <source>Field</source>
            <translation>字段</translation>
        </message>
        <message>
            <source>Mode</source>
            <translation>模式</translation>
        </message>
        <message>
            <source>Duration</source>
            <translation>期限</translation>
        </message>
        <message>
            <source>Hidden</source>
            <translation>隐藏</translation>
        </message>
        <message>
            <source>Partial</source>
            <translation>部分</translation>
        </message>
        <message>
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Dated</source>
            <translation>含日期</translation>
        </message>
        <message>
            <source>Overdue</source>
            <translation>逾期</translation>
        </message>
        <message>
            <source>Next wave</source>
            <translation>下一波</translation>
        </message>
        <message>
            <source>Findings</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>unusable</source>
            <translation>不可用</translation>
        </message>
        <message>
            <source>at the stored date</source>
            <translation>在存储的日期</translation>
        </message>
        <message>
            <source>after a period</source>
            <translation>经过一段时间</translation>
        </message>
        <message>
            <source>hidden</source>
            <translation>隐藏</translation>
        </message>
        <message>
            <source>partial</source>
            <translation>部分</translation>
        </message>
        <message>
            <source>%1 at %2</source>
            <extracomment>nothing falls due within the next seven days</extracomment>
            <translation>%1 · %2</translation>
        </message>
        <message>
            <source>Last change</source>
            <translation>上次更改</translation>
        </message>
        <message>
            <source>the collection's own</source>
            <translation>集合自身</translation>
        </message>
        <message>
            <source>not counted: %1</source>
            <translation>未统计：%1</translation>
        </message>
        <message>
            <source>The journal of this program contains no change of this rule.</source>
            <translation>本程序的更改日志中没有此规则的记录。</translation>
        </message>
        <message>
            <source>Created with this program at %1.</source>
            <translation>于 %1 在本程序中创建。</translation>
        </message>
        <message>
            <source>Changed with this program at %1.</source>
            <translation>于 %1 在本程序中更改。</translation>
        </message>
        <message>
            <source>at the date stored</source>
            <translation>在存储的日期</translation>
        </message>
        <message>
            <source>none in 7 d</source>
            <translation>7 天内无</translation>
        </message>
        <message>
            <source>Not counted.</source>
            <translation>未统计。</translation>
        </message>
        <message>
            <source>The fullest hour of the next seven days: %1.</source>
            <translation>未来七天中到期最多的一个小时：%1。</translation>
        </message>
        <message>
            <source>No document of this rule becomes due in the next seven days.</source>
            <translation>未来七天内没有文档按此规则到期。</translation>
        </message>
        <message>
            <source>A sample met no document of this rule that becomes due in the next seven days.</source>
            <translation>抽样中没有遇到该规则下在未来七天内到期的文档。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::UndoPresenter</name>
        <message>
            <source>This entry cannot be undone.</source>
            <translation>此条目无法撤销。</translation>
        </message>
        <message>
            <source>Undo the drop of the index first.</source>
            <translation>请先撤销对它的删除。</translation>
        </message>
        <message>
            <source>Drops the index %1 of %2.</source>
            <translation>重新删除 %2 的索引 %1。</translation>
        </message>
        <message>
            <source>Creates the index %1 of %2 again, with every option it had: %3.</source>
            <translation>按原有的全部选项重建 %2 的索引 %1：%3。</translation>
        </message>
        <message>
            <source>Two steps: drops the index %1 of %2, then creates it again as it was: %3.</source>
            <translation>分两步：先删除 %2 的索引 %1，再按原样重建：%3。</translation>
        </message>
        <message>
            <source>Resets the index %1 of %2: documents expire %3 again.</source>
            <translation>恢复 %2 的索引 %1：过期规则重新变为%3。</translation>
        </message>
        <message>
            <source>Hides the index %1 of %2 again.</source>
            <translation>重新隐藏 %2 的索引 %1。</translation>
        </message>
        <message>
            <source>Makes the index %1 of %2 visible to queries again.</source>
            <translation>使 %2 的索引 %1 重新对查询可见。</translation>
        </message>
        <message>
            <source>A TTL index cannot be converted back to an ordinary index in place. Queries cannot use it until it has been rebuilt.</source>
            <translation>TTL 索引无法就地变回普通索引。在重新构建完成之前，查询无法使用它。</translation>
        </message>
        <message>
            <source>Documents that were deleted do not come back.</source>
            <translation>已删除的文档无法恢复。</translation>
        </message>
        <message numerus="yes">
            <source>Undo and delete %Ln document(s)</source>
            <translation>
                <numerusform>撤销并删除 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Undo the change</source>
            <translation>撤销此更改</translation>
        </message>
        <message>
            <source>Reading the current state of the index.</source>
            <translation>正在读取索引的当前状态。</translation>
        </message>
        <message>
            <source>Counting what this would delete.</source>
            <translation>正在统计将要删除的内容。</translation>
        </message>
        <message>
            <source>Switches the collection-level rule of %1 off again.</source>
            <translation>重新关闭 %1 自身的规则。</translation>
        </message>
        <message>
            <source>Resets the collection-level rule of %1: documents expire %2 again.</source>
            <translation>恢复 %1 自身的规则：重新按“%2”过期。</translation>
        </message>
        <message numerus="yes">
            <source>Undo and delete about %Ln document(s)</source>
            <translation>
                <numerusform>撤销并删除约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>There is nothing left to undo. Create the index again if it is wanted.</source>
            <translation>没有可撤销的内容。如果需要，请重新创建索引。</translation>
        </message>
        <message>
            <source>Undo and overwrite the later change</source>
            <translation>撤销并覆盖之后的更改</translation>
        </message>
        <message>
            <source>The collection-level rule of %1</source>
            <translation>集合 %1 自身的规则</translation>
        </message>
        <message>
            <source>The index %1 of %2</source>
            <extracomment>an index and its collection</extracomment>
            <translation>集合 %2 的索引 %1</translation>
        </message>
        <message>
            <source>Change the index itself, on the page of %1.</source>
            <translation>请在 %1 的页面上直接更改索引。</translation>
        </message>
        <message>
            <source>%1 no longer exists: it was dropped in this window.</source>
            <translation>%1已不存在：已在此窗口中删除。</translation>
        </message>
        <message>
            <source>%1 no longer exists: another client has dropped it, or has dropped or renamed the collection.</source>
            <translation>%1已不存在：其他客户端删除了它，或者删除或重命名了集合。</translation>
        </message>
        <message>
            <source>%1 is another one now, made after this entry, so the dropped one cannot be created again under its name.</source>
            <translation>%1现在是此条目之后新建的另一个索引，因此无法以该名称重新创建已删除的索引。</translation>
        </message>
        <message>
            <source>Look at it in the tab Indexes. If it is not needed, drop it, then undo again.</source>
            <translation>请在“索引”标签页中查看。如果不需要，请将其删除，然后再次撤销。</translation>
        </message>
        <message>
            <source>There is nothing to undo. %1 is as it was before this entry.</source>
            <translation>无需撤销。%1与此条目之前相同。</translation>
        </message>
        <message>
            <source>It was set back since, in this window or by another client.</source>
            <translation>此后已在此窗口中或由其他客户端改回。</translation>
        </message>
        <message>
            <source>%1 was changed by another client while this dialog was open. Nothing was sent.</source>
            <extracomment>%1 is "The index createdAt_1 of app.sessions"</extracomment>
            <translation>此对话框打开期间，%1被其他客户端更改。未发送任何内容。</translation>
        </message>
        <message>
            <source>Compare both versions below. Undo overwrites theirs, Cancel keeps it.</source>
            <translation>请比较下方的两个版本。撤销会覆盖对方的版本，取消则保留。</translation>
        </message>
        <message>
            <source>Another client has dropped or renamed the collection %1. Nothing was sent.</source>
            <translation>其他客户端已删除或重命名集合 %1。未发送任何内容。</translation>
        </message>
        <message>
            <source>If it was renamed, change its index by hand, under its new name.</source>
            <translation>如果是重命名，请在新名称下手动更改其索引。</translation>
        </message>
        <message>
            <source>The collection %1 is not the one that was changed: another client has dropped or renamed that one, and this one has its name. Nothing was sent.</source>
            <translation>集合 %1 不是当时更改的集合：其他客户端已删除或重命名原集合，现在的集合沿用其名称。未发送任何内容。</translation>
        </message>
        <message>
            <source>Look at its indexes as they are now. If they are wrong, change them by hand.</source>
            <translation>请查看其当前的索引。如果不正确，请手动更改。</translation>
        </message>
        <message>
            <source>%1 was changed again in this window after this entry.</source>
            <extracomment>%1 is "The index createdAt_1 of app.sessions"</extracomment>
            <translation>此条目之后，%1又在此窗口中被更改。</translation>
        </message>
        <message>
            <source>%1 was changed by another client after this entry.</source>
            <translation>此条目之后，%1被其他客户端更改。</translation>
        </message>
        <message>
            <source>After the entry it was: %1. It is now: %2. The undo overwrites that.</source>
            <extracomment>%1 and %2 are two versions of an index, such as "after 1 h"</extracomment>
            <translation>该条目之后是：%1。现在是：%2。撤销会覆盖该更改。</translation>
        </message>
        <message numerus="yes">
            <source>Gives %Ln document(s) of %1 the earlier value of %2 again.</source>
            <extracomment>%1 is a collection, %2 a field</extracomment>
            <translation>
                <numerusform>将 %1 中 %Ln 个文档的 %2 恢复为原来的值。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) are due then, for the next pass to delete.</source>
            <translation>
                <numerusform>届时有 %Ln 个文档到期，将由下一次运行删除。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Up to %Ln document(s) are due then, for the next pass to delete: the rule has a partial filter.</source>
            <translation>
                <numerusform>届时最多有 %Ln 个文档到期，将由下一次运行删除：该规则有部分索引条件。</numerusform>
            </translation>
        </message>
        <message>
            <source>A document that another client has changed or deleted since stays as it is.</source>
            <translation>此后被其他客户端更改或删除的文档保持不变。</translation>
        </message>
        <message>
            <source>Look at the documents of %1: their dates are those of the other client. Set them by hand if they are wrong.</source>
            <translation>请查看 %1 的文档：其日期由其他客户端设置。如果不正确，请手动设置。</translation>
        </message>
        <message>
            <source>There is nothing to undo: the documents have their earlier dates again.</source>
            <translation>无需撤销：文档已恢复原来的日期。</translation>
        </message>
        <message>
            <source>The earlier dates of these documents are not known any more.</source>
            <translation>这些文档原来的日期已无从得知。</translation>
        </message>
        <message>
            <source>Nothing was changed. Another client has since deleted the document or changed its %1.</source>
            <extracomment>%1 is a field</extracomment>
            <translation>未更改任何内容。此后其他客户端已删除该文档或更改了其 %1。</translation>
        </message>
        <message numerus="yes">
            <source>Nothing was changed. Another client has since deleted %Ln document(s) or changed their %1.</source>
            <translation>
                <numerusform>未更改任何内容。此后其他客户端已删除 %Ln 个文档或更改了其 %1。</numerusform>
            </translation>
        </message>
        <message>
            <source>Only those of the latest changes are kept, until the window is closed. Set the dates by hand, in the tab Documents.</source>
            <translation>只保留最近几次更改的日期，且只保留到窗口关闭。请在“文档”标签页中手动设置日期。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::WelcomePresenter</name>
        <message>
            <source>Loading the sample data: %1 %</source>
            <translation>正在载入示例数据：%1 %</translation>
        </message>
        <message>
            <source>Starting the local engine…</source>
            <translation>正在启动本地引擎…</translation>
        </message>
        <message>
            <source>Connecting to %1…</source>
            <translation>正在连接到 %1…</translation>
        </message>
        <message>
            <source>Reading the collections…</source>
            <translation>正在读取集合…</translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::WhatIfPresenter</name>
        <message>
            <source>%1: %2, %3</source>
            <translation>%1：%2，%3</translation>
        </message>
        <message>
            <source>What if %1: %2</source>
            <translation>假设%1：%2</translation>
        </message>
        <message>
            <source>= %1 s</source>
            <translation>= %1 秒</translation>
        </message>
        <message>
            <source>Would be overdue at once: %1 (now: %2)</source>
            <extracomment>both are numbers of documents</extracomment>
            <translation>将立即逾期：%1（当前：%2）</translation>
        </message>
        <message>
            <source>Estimated from a sample of the documents.</source>
            <translation>根据文档样本估计。</translation>
        </message>
        <message numerus="yes">
            <source>Counted in %Ln step(s) over all dates; documents are assumed to be spread evenly within a step.</source>
            <translation>
                <numerusform>将所有日期分为 %Ln 段计数；假定文档在每一段内均匀分布。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::ActivityView</name>
        <message>
            <source>&amp;Cancel task</source>
            <translation>取消任务(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Undo…</source>
            <translation>撤销(&amp;U)…</translation>
        </message>
        <message>
            <source>Copy as &amp;mongosh</source>
            <translation>复制为 mongosh(&amp;M)</translation>
        </message>
        <message>
            <source>Running tasks</source>
            <translation>正在运行的任务</translation>
        </message>
        <message>
            <source>Journal of changes</source>
            <translation>更改日志</translation>
        </message>
        <message>
            <source>&amp;Pause task</source>
            <translation>暂停任务(&amp;P)</translation>
        </message>
        <message>
            <source>Resume task</source>
            <translation>继续任务</translation>
        </message>
        <message>
            <source>Pause task</source>
            <translation>暂停任务</translation>
        </message>
        <message>
            <source>There are no changes yet. Every change is written here before it is sent.</source>
            <translation>尚无更改。每次更改在发送之前都会记录在此。</translation>
        </message>
        <message>
            <source>Open the TTL &amp;inventory</source>
            <translation>打开 TTL 清单(&amp;I)</translation>
        </message>
        <message>
            <source>&amp;Reply of the server</source>
            <translation>服务器的应答(&amp;R)</translation>
        </message>
        <message>
            <source>Reply of the server</source>
            <translation>服务器的应答</translation>
        </message>
        <message>
            <source>&amp;Save as CSV…</source>
            <translation>另存为 CSV(&amp;S)…</translation>
        </message>
        <message>
            <source>Filter the journal</source>
            <translation>筛选日志</translation>
        </message>
        <message>
            <source>Save the journal</source>
            <translation>保存日志</translation>
        </message>
        <message>
            <source>No change matches the filter.</source>
            <translation>没有符合筛选的更改。</translation>
        </message>
        <message>
            <source>Clear the fi&amp;lter</source>
            <translation>清除筛选(&amp;L)</translation>
        </message>
        <message>
            <source>Resum&amp;e task</source>
            <translation>继续任务(&amp;E)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::AlertGroup</name>
        <message>
            <source>Desktop &amp;alerts</source>
            <translation>桌面告警(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Overdue for longer than</source>
            <translation>逾期超过(&amp;O)</translation>
        </message>
        <message>
            <source>The TTL monitor makes no &amp;passes while documents are overdue</source>
            <translation>有逾期文档时 TTL 监控器未运行(&amp;P)</translation>
        </message>
        <message>
            <source>Based on what the window reads while it is open. Each alert is shown once, until its condition has ended.</source>
            <translation>以窗口打开期间读取的数据为依据。每个告警只通知一次，直到其条件不再成立。</translation>
        </message>
        <message>
            <source>Desktop alerts</source>
            <translation>桌面告警</translation>
        </message>
        <message>
            <source>Overdue for longer than</source>
            <translation>逾期超过</translation>
        </message>
        <message>
            <source>Number of documents due</source>
            <translation>到期文档数</translation>
        </message>
        <message>
            <source>How soon they are due</source>
            <translation>多久之内到期</translation>
        </message>
        <message>
            <source>within an hour</source>
            <translation>一小时内</translation>
        </message>
        <message>
            <source>within a day</source>
            <translation>一天内</translation>
        </message>
        <message>
            <source>Mor&amp;e documents due than</source>
            <translation>到期文档数超过(&amp;E)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::BatchChangeDialog</name>
        <message>
            <source>Cance&amp;l counting</source>
            <translation>取消统计(&amp;L)</translation>
        </message>
        <message numerus="yes">
            <source>Change Expiry of %Ln Rule(s)</source>
            <translation>
                <numerusform>更改 %Ln 条规则的过期时间</numerusform>
            </translation>
        </message>
        <message>
            <source>New period of all rules</source>
            <translation>所有规则的新期限</translation>
        </message>
        <message>
            <source>Rules to change and what each would delete</source>
            <translation>要更改的规则及各自将删除的内容</translation>
        </message>
        <message>
            <source>Rules counted</source>
            <translation>已统计的规则</translation>
        </message>
        <message>
            <source>What to do with the rules</source>
            <translation>对这些规则做什么</translation>
        </message>
        <message>
            <source>Expire after a period from the date in the field</source>
            <translation>从字段中的日期起经过一段时间过期</translation>
        </message>
        <message>
            <source>Expire at the date stored in the field</source>
            <translation>在字段中存储的日期过期</translation>
        </message>
        <message>
            <source>Stop expiring</source>
            <translation>停止过期</translation>
        </message>
        <message>
            <source>Hide from queries</source>
            <translation>对查询隐藏</translation>
        </message>
        <message>
            <source>Hide from queries (%1)</source>
            <translation>对查询隐藏（%1）</translation>
        </message>
        <message>
            <source>&amp;Do:</source>
            <translation>操作(&amp;D)：</translation>
        </message>
        <message>
            <source>&amp;Period:</source>
            <translation>期限(&amp;P)：</translation>
        </message>
        <message>
            <source>Cance&amp;l the rest</source>
            <translation>取消其余更改(&amp;L)</translation>
        </message>
        <message>
            <source>Ends after the rule in progress; what was changed stays and can be undone</source>
            <translation>当前规则完成后结束；已做的更改保留，并可撤销</translation>
        </message>
        <message>
            <source>Rules changed</source>
            <translation>已更改的规则</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::CapabilitiesDialog</name>
        <message>
            <source>Ask &amp;again</source>
            <translation>重新查询(&amp;A)</translation>
        </message>
        <message>
            <source>What This Server Can Do</source>
            <translation>该服务器的能力</translation>
        </message>
        <message>
            <source>Ask the server again</source>
            <translation>重新查询服务器</translation>
        </message>
        <message>
            <source>As found</source>
            <translation>按查明结果</translation>
        </message>
        <message>
            <source>Yes</source>
            <translation>是</translation>
        </message>
        <message>
            <source>No</source>
            <translation>否</translation>
        </message>
        <message>
            <source>Capability</source>
            <translation>能力</translation>
        </message>
        <message>
            <source>Answer</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>Where it comes from</source>
            <translation>来源</translation>
        </message>
        <message>
            <source>Your answer</source>
            <translation>您的设置</translation>
        </message>
        <message>
            <source>What this server can do</source>
            <translation>该服务器的能力</translation>
        </message>
        <message>
            <source>There is no connection.</source>
            <translation>没有连接。</translation>
        </message>
        <message>
            <source>%1: %2; your answer</source>
            <extracomment>%1 is a capability, %2 "yes", "no" or "not known"</extracomment>
            <translation>%1：%2；您的设置</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::ChangeIndexDialog</name>
        <message>
            <source>Convert into a TTL index</source>
            <translation>转换为 TTL 索引</translation>
        </message>
        <message>
            <source>Change when documents expire</source>
            <translation>更改文档的过期时间</translation>
        </message>
        <message>
            <source>Stop expiring</source>
            <translation>停止过期</translation>
        </message>
        <message>
            <source>Hide from queries</source>
            <translation>对查询隐藏</translation>
        </message>
        <message>
            <source>Make visible to queries again</source>
            <translation>重新对查询可见</translation>
        </message>
        <message>
            <source>Drop the index</source>
            <translation>删除索引</translation>
        </message>
        <message>
            <source>&amp;after a period from the date in the field</source>
            <translation>在字段中的日期之后经过一段时间(&amp;A)</translation>
        </message>
        <message>
            <source>Change Index %1</source>
            <translation>更改索引 %1</translation>
        </message>
        <message>
            <source>What to do</source>
            <translation>要执行的操作</translation>
        </message>
        <message>
            <source>Expire after a period from the date in the field</source>
            <translation>在字段中的日期之后经过一段时间过期</translation>
        </message>
        <message>
            <source>Expire at the date stored in the field</source>
            <translation>在字段中存储的日期过期</translation>
        </message>
        <message>
            <source>Period</source>
            <translation>期限</translation>
        </message>
        <message>
            <source>Now:</source>
            <translation>现状：</translation>
        </message>
        <message>
            <source>&amp;Do:</source>
            <translation>操作(&amp;D)：</translation>
        </message>
        <message>
            <source>Expire:</source>
            <translation>过期方式：</translation>
        </message>
        <message>
            <source>%1 (%2)</source>
            <extracomment>something to do with an index, and why not: "Convert into a TTL index (needs MongoDB 5.1)"</extracomment>
            <translation>%1（%2）</translation>
        </message>
        <message>
            <source>Let the collection's documents expire</source>
            <translation>让集合的文档过期</translation>
        </message>
        <message>
            <source>Change the Own Rule of %1</source>
            <translation>更改 %1 自身的规则</translation>
        </message>
        <message>
            <source>Create the TTL inde&amp;x beside it…</source>
            <translation>另建 TTL 索引(&amp;X)…</translation>
        </message>
        <message>
            <source>at the date stored &amp;in the field</source>
            <translation>在字段中存储的日期(&amp;I)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::ChartExport</name>
        <message>
            <source>&amp;Copy picture</source>
            <translation>复制图片(&amp;C)</translation>
        </message>
        <message>
            <source>Save &amp;picture…</source>
            <translation>保存图片(&amp;P)…</translation>
        </message>
        <message>
            <source>Save picture</source>
            <translation>保存图片</translation>
        </message>
        <message>
            <source>Picture (*.png)</source>
            <translation>图片 (*.png)</translation>
        </message>
        <message>
            <source>Document (*.pdf)</source>
            <translation>文档 (*.pdf)</translation>
        </message>
        <message>
            <source>Drawing (*.svg)</source>
            <translation>矢量图 (*.svg)</translation>
        </message>
        <message>
            <source>The picture could not be written.</source>
            <translation>无法写入图片。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::CollectionPage</name>
        <message>
            <source>Nothing expires in this collection</source>
            <translation>此集合中没有会过期的内容</translation>
        </message>
        <message>
            <source>It has no TTL index. Create one to see when its documents would expire.</source>
            <translation>它没有 TTL 索引。创建一个即可查看文档何时过期。</translation>
        </message>
        <message>
            <source>New &amp;TTL index…</source>
            <translation>新建 TTL 索引(&amp;T)…</translation>
        </message>
        <message>
            <source>Inde&amp;xes</source>
            <translation>索引(&amp;X)</translation>
        </message>
        <message>
            <source>D&amp;ocuments</source>
            <translation>文档(&amp;O)</translation>
        </message>
        <message>
            <source>This collection does not exist.</source>
            <translation>此集合不存在。</translation>
        </message>
        <message>
            <source>Indexes, documents and doctor</source>
            <translation>索引、文档与诊断</translation>
        </message>
        <message>
            <source>Docto&amp;r</source>
            <translation>诊断(&amp;R)</translation>
        </message>
        <message>
            <source>Collection</source>
            <translation>集合</translation>
        </message>
        <message>
            <source>%1 is an ordinary index on a date. As a TTL index it would let documents expire; the next dialog shows which ones.</source>
            <translation>%1 是日期字段上的普通索引。转换为 TTL 索引后，文档就会过期；下一个对话框会显示是哪些文档。</translation>
        </message>
        <message>
            <source>&amp;Convert %1…</source>
            <extracomment>%1 is the name of an index</extracomment>
            <translation>转换 %1(&amp;C)…</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::CommandBox</name>
        <message>
            <source>Cop&amp;y</source>
            <translation>复制(&amp;Y)</translation>
        </message>
        <message>
            <source>Copy the command</source>
            <translation>复制命令</translation>
        </message>
        <message>
            <source>Command</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>The command appears here once the form is complete.</source>
            <translation>表单填写完整后，此处显示命令。</translation>
        </message>
        <message>
            <source>Language of the command</source>
            <translation>命令的语言</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::ConfirmRow</name>
        <message>
            <source>Confirm</source>
            <translation>确认</translation>
        </message>
        <message>
            <source>Unlock the connection</source>
            <translation>解锁连接</translation>
        </message>
        <message>
            <source>Type: %1</source>
            <translation>请输入：%1</translation>
        </message>
        <message>
            <source>Unloc&amp;k</source>
            <translation>解锁(&amp;K)</translation>
        </message>
        <message>
            <source>Type the name %1 to confirm</source>
            <translation>输入名称 %1 以确认</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::ConflictView</name>
        <message>
            <source>Another client has changed this document since you opened it. Nothing was saved. Its version:</source>
            <translation>您打开之后，其他客户端更改了此文档。未保存任何内容。对方的版本：</translation>
        </message>
        <message>
            <source>&amp;Keep mine</source>
            <translation>保留我的版本(&amp;K)</translation>
        </message>
        <message>
            <source>&amp;Take theirs</source>
            <translation>采用对方的版本(&amp;T)</translation>
        </message>
        <message>
            <source>&amp;Back to editing</source>
            <translation>返回编辑(&amp;B)</translation>
        </message>
        <message>
            <source>The document as another client has changed it</source>
            <translation>其他客户端更改后的文档</translation>
        </message>
        <message>
            <source>Replaces the other version by what you have typed</source>
            <translation>用您输入的内容替换对方的版本</translation>
        </message>
        <message>
            <source>Puts the other version into the editor; what you have typed is lost</source>
            <translation>将对方的版本放入编辑器，您输入的内容会丢失</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::ConnectDialog</name>
        <message>
            <source>Connect</source>
            <translation>连接</translation>
        </message>
        <message>
            <source>Connection string</source>
            <translation>连接字符串</translation>
        </message>
        <message>
            <source>The connection starts locked: nothing is changed on the server until you unlock it.</source>
            <translation>连接初始为锁定状态：解锁之前不会更改服务器上的任何内容。</translation>
        </message>
        <message>
            <source>&amp;Connect</source>
            <translation>连接(&amp;C)</translation>
        </message>
        <message>
            <source>Connection stri&amp;ng:</source>
            <translation>连接字符串(&amp;N)：</translation>
        </message>
        <message>
            <source>Sa&amp;ve</source>
            <translation>保存(&amp;V)</translation>
        </message>
        <message>
            <source>Te&amp;st</source>
            <translation>测试连接(&amp;S)</translation>
        </message>
        <message>
            <source>Use the local &amp;engine</source>
            <translation>使用本地引擎(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;Stop the test</source>
            <translation>停止测试(&amp;S)</translation>
        </message>
        <message>
            <source>The window then shows both servers. Otherwise this one replaces %1.</source>
            <extracomment>%1 is the name of a server</extracomment>
            <translation>窗口将同时显示两台服务器。否则，该服务器将取代 %1。</translation>
        </message>
        <message>
            <source>Starting the local engine…</source>
            <translation>正在启动本地引擎…</translation>
        </message>
        <message>
            <source>Connecting…</source>
            <translation>正在连接…</translation>
        </message>
        <message>
            <source>Add to this &amp;window</source>
            <translation>添加到此窗口(&amp;W)</translation>
        </message>
        <message>
            <source>Connection</source>
            <translation>连接</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::ConnectionForm</name>
        <message>
            <source>&amp;Read only: this connection cannot be unlocked</source>
            <translation>只读：此连接不能解锁(&amp;R)</translation>
        </message>
        <message>
            <source>Connection settings</source>
            <translation>连接设置</translation>
        </message>
        <message>
            <source>General</source>
            <translation>常规</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Same as the hosts</source>
            <translation>与主机相同</translation>
        </message>
        <message>
            <source>Colour</source>
            <translation>颜色</translation>
        </message>
        <message>
            <source>Tag</source>
            <translation>标记</translation>
        </message>
        <message>
            <source>Kind of address</source>
            <translation>地址类型</translation>
        </message>
        <message>
            <source>Hosts and ports</source>
            <translation>主机和端口</translation>
        </message>
        <message>
            <source>DNS seed list (mongodb+srv)</source>
            <translation>DNS 种子列表 (mongodb+srv)</translation>
        </message>
        <message>
            <source>Hosts</source>
            <translation>主机</translation>
        </message>
        <message>
            <source>Database</source>
            <translation>数据库</translation>
        </message>
        <message>
            <source>N&amp;ame:</source>
            <translation>名称(&amp;A)：</translation>
        </message>
        <message>
            <source>C&amp;olour:</source>
            <translation>颜色(&amp;O)：</translation>
        </message>
        <message>
            <source>Ta&amp;g:</source>
            <translation>标记(&amp;G)：</translation>
        </message>
        <message>
            <source>&amp;Kind of address:</source>
            <translation>地址类型(&amp;K)：</translation>
        </message>
        <message>
            <source>&amp;Hosts:</source>
            <translation>主机(&amp;H)：</translation>
        </message>
        <message>
            <source>&amp;Database:</source>
            <translation>数据库(&amp;D)：</translation>
        </message>
        <message>
            <source>Separate several hosts with commas. On a production connection, every change requires you to type the collection's name.</source>
            <translation>多个主机以逗号分隔。在生产环境的连接上，每次更改都需要输入集合名称。</translation>
        </message>
        <message>
            <source>None</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Red</source>
            <translation>红色</translation>
        </message>
        <message>
            <source>Orange</source>
            <translation>橙色</translation>
        </message>
        <message>
            <source>Green</source>
            <translation>绿色</translation>
        </message>
        <message>
            <source>Blue</source>
            <translation>蓝色</translation>
        </message>
        <message>
            <source>Light blue</source>
            <translation>浅蓝色</translation>
        </message>
        <message>
            <source>Pink</source>
            <translation>粉红色</translation>
        </message>
        <message>
            <source>Production</source>
            <translation>生产</translation>
        </message>
        <message>
            <source>Staging</source>
            <translation>预发布</translation>
        </message>
        <message>
            <source>Test</source>
            <translation>测试</translation>
        </message>
        <message>
            <source>Development</source>
            <translation>开发</translation>
        </message>
        <message>
            <source>Authentication</source>
            <translation>身份验证</translation>
        </message>
        <message>
            <source>Method</source>
            <translation>方法</translation>
        </message>
        <message>
            <source>User and password (mechanism chosen by the server)</source>
            <translation>用户和密码（由服务器选择机制）</translation>
        </message>
        <message>
            <source>User</source>
            <translation>用户</translation>
        </message>
        <message>
            <source>Password</source>
            <translation>密码</translation>
        </message>
        <message>
            <source>&amp;Method:</source>
            <translation>方法(&amp;M)：</translation>
        </message>
        <message>
            <source>&amp;User:</source>
            <translation>用户(&amp;U)：</translation>
        </message>
        <message>
            <source>&amp;Password:</source>
            <translation>密码(&amp;P)：</translation>
        </message>
        <message>
            <source>Authentication data&amp;base:</source>
            <translation>身份验证数据库(&amp;B)：</translation>
        </message>
        <message>
            <source>TLS</source>
            <translation>TLS</translation>
        </message>
        <message>
            <source>&amp;TLS:</source>
            <translation>TLS(&amp;T)：</translation>
        </message>
        <message>
            <source>Default for the kind of address</source>
            <translation>由地址类型决定</translation>
        </message>
        <message>
            <source>On</source>
            <translation>开启</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>C&amp;A file:</source>
            <translation>CA 文件(&amp;A)：</translation>
        </message>
        <message>
            <source>Client certificate and &amp;key:</source>
            <translation>客户端证书和密钥(&amp;K)：</translation>
        </message>
        <message>
            <source>Accept a certificate for another &amp;host name</source>
            <translation>接受主机名不符的证书(&amp;H)</translation>
        </message>
        <message>
            <source>Accept &amp;invalid certificates (anyone could listen)</source>
            <translation>接受无效证书（任何人都可能窃听）(&amp;I)</translation>
        </message>
        <message>
            <source>Advanced</source>
            <translation>高级</translation>
        </message>
        <message>
            <source>Read &amp;preference:</source>
            <translation>读取偏好(&amp;P)：</translation>
        </message>
        <message>
            <source>Primary</source>
            <translation>主节点</translation>
        </message>
        <message>
            <source>Primary preferred</source>
            <translation>主节点优先</translation>
        </message>
        <message>
            <source>Secondary</source>
            <translation>从节点</translation>
        </message>
        <message>
            <source>Secondary preferred</source>
            <translation>从节点优先</translation>
        </message>
        <message>
            <source>Nearest</source>
            <translation>最近</translation>
        </message>
        <message>
            <source>&amp;Direct connection to this one host</source>
            <translation>直接连接到此主机(&amp;D)</translation>
        </message>
        <message>
            <source>Connect &amp;timeout (ms):</source>
            <translation>连接超时（毫秒）(&amp;T)：</translation>
        </message>
        <message>
            <source>Other &amp;options:</source>
            <translation>其他选项(&amp;O)：</translation>
        </message>
        <message>
            <source>Profile</source>
            <translation>配置类型</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>Pro&amp;file:</source>
            <translation>配置类型(&amp;F)：</translation>
        </message>
        <message>
            <source>The profile decides which TTL rules and limits apply. Automatic goes by what the server reports about itself.</source>
            <translation>配置类型决定适用哪些 TTL 规则和限制。“自动”以服务器报告的信息为准。</translation>
        </message>
        <message>
            <source>Waiting for the keychain…</source>
            <translation>正在等待密钥链…</translation>
        </message>
        <message>
            <source>SSH</source>
            <translation>SSH</translation>
        </message>
        <message>
            <source>Group</source>
            <translation>分组</translation>
        </message>
        <message>
            <source>No group</source>
            <translation>无分组</translation>
        </message>
        <message>
            <source>G&amp;roup:</source>
            <translation>分组(&amp;R)：</translation>
        </message>
        <message>
            <source>Databases to show if they may not be listed</source>
            <translation>无权列出数据库时要显示的数据库</translation>
        </message>
        <message>
            <source>Names, separated by commas</source>
            <translation>名称，以逗号分隔</translation>
        </message>
        <message>
            <source>Where the user may not list the databases of the server, Sandglass shows those that are named here. The names are kept for this connection.</source>
            <translation>如果用户无权列出服务器上的数据库，Sandglass 会显示此处指定的数据库。这些名称会为此连接保留。</translation>
        </message>
        <message>
            <source>Data&amp;bases to show:</source>
            <translation>要显示的数据库(&amp;B)：</translation>
        </message>
        <message>
            <source>Ask &amp;for the password each time; do not save it</source>
            <translation>每次询问密码，不保存(&amp;F)</translation>
        </message>
        <message>
            <source>Passwo&amp;rd of the key:</source>
            <translation>密钥的密码(&amp;R)：</translation>
        </message>
        <message>
            <source>Rep&amp;lica set:</source>
            <translation>副本集(&amp;L)：</translation>
        </message>
        <message>
            <source>Server selection ti&amp;meout (ms):</source>
            <translation>服务器选择超时（毫秒）(&amp;M)：</translation>
        </message>
        <message>
            <source>Comp&amp;ressors:</source>
            <translation>压缩方式(&amp;R)：</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::CreateIndexDialog</name>
        <message>
            <source>New TTL Index on %1</source>
            <translation>在 %1 上新建 TTL 索引</translation>
        </message>
        <message>
            <source>Con&amp;vert that index instead…</source>
            <translation>改为转换该索引(&amp;V)…</translation>
        </message>
        <message>
            <source>The existing index</source>
            <translation>现有的索引</translation>
        </message>
        <message>
            <source>Chan&amp;ge that index instead…</source>
            <translation>改为更改该索引(&amp;G)…</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::DataFolderBox</name>
        <message>
            <source>&amp;Show its window</source>
            <translation>显示其窗口(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Choose another folder…</source>
            <translation>选择其他文件夹(&amp;C)…</translation>
        </message>
        <message>
            <source>Sandglass</source>
            <translation>Sandglass</translation>
        </message>
        <message>
            <source>Another Sandglass uses this data folder</source>
            <translation>另一个 Sandglass 正在使用此数据文件夹</translation>
        </message>
        <message>
            <source>%1

Only one Sandglass at a time can use its settings, its journal and the data of the local engine.</source>
            <translation>%1

其中的设置、日志和本地引擎的数据同一时间只能由一个 Sandglass 使用。</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>退出(&amp;Q)</translation>
        </message>
        <message>
            <source>Another Data Folder</source>
            <translation>其他数据文件夹</translation>
        </message>
        <message>
            <source>Sandglass cannot write in its data folder</source>
            <translation>Sandglass 无法写入其数据文件夹</translation>
        </message>
        <message>
            <source>%1

Settings, the journal and the data of the local engine are stored there. Check the permissions and the free space, or choose another folder.</source>
            <translation>%1

设置、日志和本地引擎的数据保存在此处。请检查权限和可用空间，或选择其他文件夹。</translation>
        </message>
        <message>
            <source>Other users can open this data folder</source>
            <translation>其他用户可以打开此数据文件夹</translation>
        </message>
        <message>
            <source>%1

Settings, the journal and the data of the local engine must be readable for you alone. If the folder is only for Sandglass, run chmod 700 on it; otherwise choose another one.</source>
            <extracomment>%1: a folder</extracomment>
            <translation>%1

设置、日志和本地引擎的数据只应由您本人读取。如果该文件夹仅供 Sandglass 使用，请对其运行 chmod 700；否则请选择其他文件夹。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::DoctorDialog</name>
        <message>
            <source>Doctor for This Server</source>
            <translation>此服务器的诊断</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::DoctorTab</name>
        <message>
            <source>Why is this not expiring?</source>
            <translation>为什么没有过期？</translation>
        </message>
        <message>
            <source>Check every known cause, in order. Nothing is changed on the server.</source>
            <translation>依次检查每个已知原因。不会更改服务器上的任何内容。</translation>
        </message>
        <message>
            <source>What to look at</source>
            <translation>检查对象</translation>
        </message>
        <message>
            <source>Check</source>
            <translation>检查</translation>
        </message>
        <message>
            <source>Copy report</source>
            <translation>复制报告</translation>
        </message>
        <message>
            <source>Checks and their results</source>
            <translation>各项检查及其结果</translation>
        </message>
        <message>
            <source>&amp;Retry</source>
            <translation>重试(&amp;R)</translation>
        </message>
        <message>
            <source>Checking…</source>
            <translation>正在检查…</translation>
        </message>
        <message>
            <source>Select a check to read it in full.</source>
            <translation>选择一项检查以阅读全文。</translation>
        </message>
        <message>
            <source>The selected check in full</source>
            <translation>所选检查的全文</translation>
        </message>
        <message>
            <source>Fix what the selected check found</source>
            <translation>修复所选检查发现的问题</translation>
        </message>
        <message>
            <source>Help on the selected check</source>
            <translation>所选检查的帮助</translation>
        </message>
        <message>
            <source>%1: %2 (%3)</source>
            <extracomment>a check, its result, and where: "Field present: failed (lastSeen_1)"</extracomment>
            <translation>%1：%2（%3）</translation>
        </message>
        <message>
            <source>&amp;Check</source>
            <translation>检查(&amp;C)</translation>
        </message>
        <message>
            <source>Co&amp;py report</source>
            <translation>复制报告(&amp;P)</translation>
        </message>
        <message>
            <source>Loo&amp;k at:</source>
            <translation>检查对象(&amp;K)：</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::DocumentConfirmation</name>
        <message>
            <source>This is a production connection: type the collection's &amp;name.</source>
            <translation>这是生产环境的连接：请输入集合名称(&amp;N)。</translation>
        </message>
        <message>
            <source>Type the collection's name to confirm</source>
            <translation>输入集合名称以确认</translation>
        </message>
        <message>
            <source>Type: %1</source>
            <translation>请输入：%1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::DocumentEditor</name>
        <message>
            <source>Insert Document</source>
            <translation>插入文档</translation>
        </message>
        <message>
            <source>Edit Document</source>
            <translation>编辑文档</translation>
        </message>
        <message>
            <source>Document as extended JSON</source>
            <translation>扩展 JSON 格式的文档</translation>
        </message>
        <message>
            <source>&amp;Insert</source>
            <translation>插入(&amp;I)</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>保存(&amp;S)</translation>
        </message>
        <message>
            <source>Insert the document</source>
            <translation>插入文档</translation>
        </message>
        <message>
            <source>Save the document</source>
            <translation>保存文档</translation>
        </message>
        <message>
            <source>Type the collection's name to confirm</source>
            <translation>输入集合名称以确认</translation>
        </message>
        <message>
            <source>Production connection: type %1</source>
            <translation>生产环境的连接：请输入 %1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::DocumentFilterBar</name>
        <message>
            <source>Documents to list</source>
            <translation>要显示的文档</translation>
        </message>
        <message>
            <source>Filter in MongoDB's query language</source>
            <translation>MongoDB 查询语言的筛选条件</translation>
        </message>
        <message>
            <source>Filter, for example %1</source>
            <extracomment>%1 is an example in MongoDB's query language</extracomment>
            <translation>筛选，例如 %1</translation>
        </message>
        <message>
            <source>MongoDB's query language as JSON; names need no quotes. Dates: %1. Enter applies it.</source>
            <translation>JSON 形式的 MongoDB 查询语言，名称可以不加引号。日期：%1。按回车键应用。</translation>
        </message>
        <message>
            <source>Order of the documents</source>
            <translation>文档的排序</translation>
        </message>
        <message>
            <source>Soonest expiry first</source>
            <translation>最早过期的在前</translation>
        </message>
        <message>
            <source>Another order, for example %1: 1 is ascending, -1 descending. Enter applies it. A click on a column sorts as well.</source>
            <translation>其他排序，例如 %1：1 为升序，-1 为降序。按回车键应用。点击列标题也可以排序。</translation>
        </message>
        <message>
            <source>First page</source>
            <translation>第一页</translation>
        </message>
        <message>
            <source>Previous page</source>
            <translation>上一页</translation>
        </message>
        <message>
            <source>Next page</source>
            <translation>下一页</translation>
        </message>
        <message>
            <source>Last page</source>
            <translation>最后一页</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::DocumentsTab</name>
        <message>
            <source>Documents, soonest expiry first</source>
            <translation>文档（最早过期的在前）</translation>
        </message>
        <message>
            <source>&amp;Edit…</source>
            <translation>编辑(&amp;E)…</translation>
        </message>
        <message>
            <source>Set the date to the server's current time, as an application does on each access</source>
            <translation>将日期设为服务器的当前时间，如同应用程序每次访问时所做</translation>
        </message>
        <message>
            <source>&amp;Delete…</source>
            <translation>删除(&amp;D)…</translation>
        </message>
        <message>
            <source>Rule that decides when the documents expire</source>
            <translation>决定文档何时过期的规则</translation>
        </message>
        <message>
            <source>Show &amp;all documents</source>
            <translation>显示所有文档(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Retry</source>
            <translation>重试(&amp;R)</translation>
        </message>
        <message>
            <source>Expire At</source>
            <translation>指定过期时间</translation>
        </message>
        <message>
            <source>Time of expiry</source>
            <translation>过期时间</translation>
        </message>
        <message>
            <source>&amp;Set the date</source>
            <translation>设置日期(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Expire at (%1):</source>
            <translation>过期时间（%1）(&amp;E)：</translation>
        </message>
        <message>
            <source>&amp;Undo</source>
            <translation>撤销(&amp;U)</translation>
        </message>
        <message>
            <source>Restores the earlier dates of the documents</source>
            <translation>恢复文档原来的日期</translation>
        </message>
        <message>
            <source>This collection holds no documents.</source>
            <translation>此集合中没有文档。</translation>
        </message>
        <message>
            <source>No document expires in this range.</source>
            <translation>此范围内没有过期的文档。</translation>
        </message>
        <message>
            <source>Reading the documents…</source>
            <translation>正在读取文档…</translation>
        </message>
        <message>
            <source>The documents are read as soon as there is a connection.</source>
            <translation>建立连接后将读取文档。</translation>
        </message>
        <message>
            <source>The documents could not be read.</source>
            <translation>无法读取文档。</translation>
        </message>
        <message>
            <source>Insert a docu&amp;ment…</source>
            <translation>插入文档(&amp;M)…</translation>
        </message>
        <message>
            <source>Sho&amp;w the whole collection</source>
            <translation>显示整个集合(&amp;W)</translation>
        </message>
        <message>
            <source>Show all documents</source>
            <translation>显示所有文档</translation>
        </message>
        <message>
            <source>No document fits the filter.</source>
            <translation>没有符合筛选条件的文档。</translation>
        </message>
        <message>
            <source>Leave the &amp;filter</source>
            <translation>取消筛选(&amp;F)</translation>
        </message>
        <message>
            <source>There are no such documents.</source>
            <translation>没有这样的文档。</translation>
        </message>
        <message>
            <source>I&amp;nsert…</source>
            <translation>插入(&amp;N)…</translation>
        </message>
        <message>
            <source>Tou&amp;ch now</source>
            <translation>立即更新日期(&amp;C)</translation>
        </message>
        <message>
            <source>Ex&amp;pire at…</source>
            <translation>指定过期时间(&amp;P)…</translation>
        </message>
        <message>
            <source>Why is this not expirin&amp;g?</source>
            <translation>为什么没有过期(&amp;G)？</translation>
        </message>
        <message>
            <source>Documents, in the order %1</source>
            <extracomment>%1 is an order in MongoDB's query language, such as {_id: -1}</extracomment>
            <translation>文档，排序：%1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::EffectView</name>
        <message>
            <source>&amp;Some of the affected documents, oldest first:</source>
            <translation>部分受影响的文档（最早的在前）(&amp;S)：</translation>
        </message>
        <message>
            <source>Timeline as it would be</source>
            <translation>更改后的时间线</translation>
        </message>
        <message>
            <source>Some of the affected documents</source>
            <translation>部分受影响的文档</translation>
        </message>
        <message>
            <source>&amp;Count again</source>
            <translation>重新统计(&amp;C)</translation>
        </message>
        <message>
            <source>Counting what would be deleted…</source>
            <translation>正在统计将要删除的内容…</translation>
        </message>
        <message>
            <source>P&amp;urge first…</source>
            <translation>先分批清除(&amp;U)…</translation>
        </message>
        <message>
            <source>Deletes the affected documents in stages before the rule does</source>
            <translation>在规则生效之前分批删除受影响的文档</translation>
        </message>
        <message>
            <source>Writes the affected documents to a file before they are deleted</source>
            <translation>在删除之前将受影响的文档写入文件</translation>
        </message>
        <message>
            <source>Sending the change…</source>
            <translation>正在发送更改…</translation>
        </message>
        <message>
            <source>Copy or export the chart</source>
            <translation>复制或导出图表</translation>
        </message>
        <message>
            <source>Ar&amp;chive first…</source>
            <translation>先归档(&amp;C)…</translation>
        </message>
        <message>
            <source>Documents cannot be opened while this dialog is open. "What if…" on the page of a collection tries another period; its bars open their documents.</source>
            <translation>此对话框打开时无法打开文档。集合页面上的“假设…”可试用另一期限，其中的柱可打开相应的文档。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::EngineAddressDialog</name>
        <message>
            <source>Use this &amp;port of 127.0.0.1:</source>
            <translation>使用 127.0.0.1 的这个端口(&amp;P)：</translation>
        </message>
        <message>
            <source>&amp;Apply</source>
            <translation>应用(&amp;A)</translation>
        </message>
        <message>
            <source>Address of the Local Engine</source>
            <translation>本地引擎的地址</translation>
        </message>
        <message>
            <source>Connection string of the local engine</source>
            <translation>本地引擎的连接字符串</translation>
        </message>
        <message>
            <source>Port of the local engine</source>
            <translation>本地引擎的端口</translation>
        </message>
        <message>
            <source>mongosh and applications on this computer connect with:</source>
            <translation>本机上的 mongosh 和应用程序使用以下地址连接：</translation>
        </message>
        <message>
            <source>The engine has no users. With a port, everybody who is logged in on this computer can read, change and delete its data; without one, only you can. Other computers cannot connect. The engine restarts when this changes.</source>
            <translation>引擎没有用户。设置端口后，登录到本机的任何人都可以读取、更改和删除其数据；不设置端口时只有您可以。其他计算机无法连接。更改后引擎会重新启动。</translation>
        </message>
        <message>
            <source>Port %1 is in use by another program. Choose another one.</source>
            <translation>端口 %1 已被另一个程序占用。请选择其他端口。</translation>
        </message>
        <message>
            <source>The local engine: %1.</source>
            <translation>本地引擎：%1。</translation>
        </message>
        <message>
            <source>Programs must &amp;log in there as:</source>
            <translation>程序必须以此用户登录(&amp;L)：</translation>
        </message>
        <message>
            <source>&amp;Show password</source>
            <translation>显示密码(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;New password</source>
            <translation>新密码(&amp;N)</translation>
        </message>
        <message>
            <source>Copy address &amp;with password</source>
            <translation>复制含密码的地址(&amp;W)</translation>
        </message>
        <message>
            <source>User of the local engine</source>
            <translation>本地引擎的用户</translation>
        </message>
        <message>
            <source>Password of the user</source>
            <translation>该用户的密码</translation>
        </message>
        <message>
            <source>Programs need the password, also those of other people who are logged in on this computer. The user may do everything. Other computers cannot connect. The engine restarts when this changes.</source>
            <translation>程序需要密码，登录到本机的其他人的程序也是如此。该用户可以执行任何操作。其他计算机无法连接。更改后引擎会重新启动。</translation>
        </message>
        <message>
            <source>C&amp;opy</source>
            <translation>复制(&amp;O)</translation>
        </message>
        <message>
            <source>There is no place for a private socket, so programs cannot be asked for a password, and port %1 stays closed.</source>
            <translation>没有可用的私有套接字位置，因此无法要求程序提供密码，端口 %1 保持关闭。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::EngineLogView</name>
        <message>
            <source>Start the local engine</source>
            <translation>启动本地引擎</translation>
        </message>
        <message>
            <source>Stop the local engine</source>
            <translation>停止本地引擎</translation>
        </message>
        <message>
            <source>Filter the log</source>
            <translation>筛选日志</translation>
        </message>
        <message>
            <source>Log of the local engine</source>
            <translation>本地引擎的日志</translation>
        </message>
        <message>
            <source>There are no matching log lines.</source>
            <translation>没有符合条件的日志。</translation>
        </message>
        <message>
            <source>The local engine has written nothing yet.</source>
            <translation>本地引擎尚未写入任何日志。</translation>
        </message>
        <message>
            <source>Clear the filter</source>
            <translation>清除筛选</translation>
        </message>
        <message>
            <source>The local engine is not running.</source>
            <translation>本地引擎未运行。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::EngineNotice</name>
        <message>
            <source>&amp;Start again</source>
            <translation>重新启动(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Try now</source>
            <translation>立即重试(&amp;T)</translation>
        </message>
        <message>
            <source>&amp;Choose another folder…</source>
            <translation>选择其他文件夹(&amp;C)…</translation>
        </message>
        <message>
            <source>Choose another &amp;port…</source>
            <translation>选择其他端口(&amp;P)…</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::ExpiryPauseBanner</name>
        <message>
            <source>Resu&amp;me expiry</source>
            <translation>恢复过期(&amp;M)</translation>
        </message>
        <message>
            <source>Show the &amp;members…</source>
            <translation>显示成员(&amp;M)…</translation>
        </message>
        <message>
            <source>&amp;Keep paused</source>
            <translation>保持暂停(&amp;K)</translation>
        </message>
        <message>
            <source>Keep expiry paused</source>
            <translation>保持过期暂停</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::FieldList</name>
        <message>
            <source>Fields of a sample, with their types</source>
            <translation>样本中的字段及其类型</translation>
        </message>
        <message>
            <source>Fi&amp;elds of a sample. Choose the one with the date:</source>
            <translation>样本中的字段(&amp;E)。请选择含有日期的字段：</translation>
        </message>
        <message>
            <source>%1 – %2</source>
            <extracomment>a field and the types of its values: "createdAt – date 99.2 %, string 0.8 %"</extracomment>
            <translation>%1 – %2</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::HelpSidebar</name>
        <message>
            <source>%1 › %2</source>
            <translation>%1 › %2</translation>
        </message>
        <message>
            <source>Contents</source>
            <translation>目录</translation>
        </message>
        <message>
            <source>Search all pages</source>
            <translation>搜索所有页面</translation>
        </message>
        <message>
            <source>Search results</source>
            <translation>搜索结果</translation>
        </message>
        <message>
            <source>No page has all of these words.</source>
            <translation>没有页面包含所有这些词。</translation>
        </message>
        <message numerus="yes">
            <source>%Ln place(s) found</source>
            <translation>
                <numerusform>找到 %Ln 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln or more place(s) found</source>
            <translation>
                <numerusform>找到至少 %Ln 处</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::HelpWindow</name>
        <message>
            <source>Sandglass Help</source>
            <translation>Sandglass 帮助</translation>
        </message>
        <message>
            <source>Help page</source>
            <translation>帮助页面</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>后退</translation>
        </message>
        <message>
            <source>Forward</source>
            <translation>前进</translation>
        </message>
        <message>
            <source>Larger text</source>
            <translation>放大文字</translation>
        </message>
        <message>
            <source>Smaller text</source>
            <translation>缩小文字</translation>
        </message>
        <message>
            <source>Usual text size</source>
            <translation>正常文字大小</translation>
        </message>
        <message>
            <source>Find in the page</source>
            <translation>在页面内查找</translation>
        </message>
        <message>
            <source>Find previous</source>
            <translation>查找上一个</translation>
        </message>
        <message>
            <source>Find next</source>
            <translation>查找下一个</translation>
        </message>
        <message>
            <source>%1 – Sandglass Help</source>
            <translation>%1 – Sandglass 帮助</translation>
        </message>
        <message>
            <source>Not found</source>
            <translation>未找到</translation>
        </message>
        <message>
            <source>Search all pages</source>
            <translation>搜索所有页面</translation>
        </message>
        <message>
            <source>End the search; close the help</source>
            <translation>结束搜索；关闭帮助</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::IndexesTab</name>
        <message>
            <source>Indexes of the collection</source>
            <translation>集合的索引</translation>
        </message>
        <message>
            <source>Change &amp;expiry…</source>
            <translation>更改过期时间(&amp;E)…</translation>
        </message>
        <message>
            <source>&amp;Convert to TTL…</source>
            <translation>转换为 TTL 索引(&amp;C)…</translation>
        </message>
        <message>
            <source>&amp;Retry</source>
            <translation>重试(&amp;R)</translation>
        </message>
        <message>
            <source>The collection's own rule: %1</source>
            <translation>集合自身的规则：%1</translation>
        </message>
        <message>
            <source>The indexes are read as soon as there is a connection.</source>
            <translation>建立连接后将读取索引。</translation>
        </message>
        <message>
            <source>Reading the indexes…</source>
            <translation>正在读取索引…</translation>
        </message>
        <message>
            <source>The indexes could not be read.</source>
            <translation>无法读取索引。</translation>
        </message>
        <message>
            <source>This collection has no indexes.</source>
            <translation>此集合没有索引。</translation>
        </message>
        <message>
            <source>Create a TTL inde&amp;x…</source>
            <translation>创建 TTL 索引(&amp;X)…</translation>
        </message>
        <message>
            <source>This server cannot convert an index (%1); the dialog shows another way</source>
            <translation>该服务器无法转换索引（%1）；对话框中显示了另一种方法</translation>
        </message>
        <message>
            <source>This server cannot hide indexes (%1)</source>
            <translation>该服务器无法隐藏索引（%1）</translation>
        </message>
        <message>
            <source>&amp;New TTL index…</source>
            <translation>新建 TTL 索引(&amp;N)…</translation>
        </message>
        <message>
            <source>Hi&amp;de…</source>
            <translation>隐藏(&amp;D)…</translation>
        </message>
        <message>
            <source>Dro&amp;p…</source>
            <translation>删除(&amp;P)…</translation>
        </message>
        <message>
            <source>Purge in sta&amp;ges…</source>
            <translation>分批清除(&amp;G)…</translation>
        </message>
        <message>
            <source>Collection's own r&amp;ule…</source>
            <translation>集合自身的规则(&amp;U)…</translation>
        </message>
        <message>
            <source>Unhi&amp;de…</source>
            <translation>取消隐藏(&amp;D)…</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::InspectorView</name>
        <message>
            <source>Definition as JSON</source>
            <translation>JSON 格式的定义</translation>
        </message>
        <message>
            <source>Nothing selected</source>
            <translation>未选择任何内容</translation>
        </message>
        <message>
            <source>Select an index, a collection or a document to see when it expires and why.</source>
            <translation>选择一个索引、集合或文档，查看它何时过期以及原因。</translation>
        </message>
        <message>
            <source>Go to the na&amp;vigator</source>
            <translation>转到导航(&amp;V)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::InventoryPage</name>
        <message>
            <source>&amp;Overdue only</source>
            <translation>仅逾期(&amp;O)</translation>
        </message>
        <message>
            <source>Findin&amp;gs only</source>
            <translation>仅有问题的(&amp;G)</translation>
        </message>
        <message>
            <source>Filter the rules</source>
            <translation>筛选规则</translation>
        </message>
        <message>
            <source>Only rules with overdue documents</source>
            <translation>仅显示有逾期文档的规则</translation>
        </message>
        <message>
            <source>Only rules with findings</source>
            <translation>仅显示有问题的规则</translation>
        </message>
        <message>
            <source>Save the rules as CSV</source>
            <translation>将规则保存为 CSV</translation>
        </message>
        <message>
            <source>Save rules</source>
            <translation>保存规则</translation>
        </message>
        <message>
            <source>&amp;Retry</source>
            <translation>重试(&amp;R)</translation>
        </message>
        <message numerus="yes">
            <source>%Ln TTL rule(s)</source>
            <translation>
                <numerusform>%Ln 条 TTL 规则</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln collection(s)</source>
            <translation>
                <numerusform>%Ln 个集合</numerusform>
            </translation>
        </message>
        <message>
            <source>Loading the sample data: %1 %</source>
            <translation>正在载入示例数据：%1%</translation>
        </message>
        <message>
            <source>About 50,000 documents, in collections like those in the manuals.</source>
            <translation>约 50,000 个文档，集合与手册中的示例一致。</translation>
        </message>
        <message>
            <source>This server has no collections yet</source>
            <translation>此服务器尚无集合</translation>
        </message>
        <message>
            <source>Load the sample data to see sessions, carts, logs and tickets expire, or connect an application to the local engine.</source>
            <translation>载入示例数据，观察会话、购物车、日志和工单如何过期；或将应用程序连接到本地引擎。</translation>
        </message>
        <message>
            <source>&amp;Load sample data</source>
            <translation>载入示例数据(&amp;L)</translation>
        </message>
        <message>
            <source>Filter: a name, overdue &gt; 0, NaN</source>
            <extracomment>what can be typed is code: "overdue &gt; 0" stays as it is</extracomment>
            <translation>筛选：名称、overdue &gt; 0、NaN</translation>
        </message>
        <message>
            <source>Conditions to filter by</source>
            <translation>可用的筛选条件</translation>
        </message>
        <message>
            <source>Not connected</source>
            <translation>未连接</translation>
        </message>
        <message>
            <source>Connect to a server, or use the engine that comes with Sandglass.</source>
            <translation>请连接到服务器，或使用 Sandglass 自带的引擎。</translation>
        </message>
        <message>
            <source>&amp;Start the local engine</source>
            <translation>启动本地引擎(&amp;S)</translation>
        </message>
        <message>
            <source>No collection has a TTL index or another rule. Choose a collection in the navigator to create one.</source>
            <translation>没有集合具有 TTL 索引或其他规则。请在导航中选择集合来创建。</translation>
        </message>
        <message>
            <source>Choose a collec&amp;tion</source>
            <translation>选择集合(&amp;T)</translation>
        </message>
        <message>
            <source>Clear the fi&amp;lter</source>
            <translation>清除筛选(&amp;L)</translation>
        </message>
        <message>
            <source>Reading the collections…</source>
            <translation>正在读取集合…</translation>
        </message>
        <message>
            <source>The TTL rules could not be read.</source>
            <translation>无法读取 TTL 规则。</translation>
        </message>
        <message>
            <source>A collection appears here when an application has created it on the server.</source>
            <translation>应用程序在服务器上创建集合后，集合会显示在此处。</translation>
        </message>
        <message>
            <source>R&amp;ead again</source>
            <translation>重新读取(&amp;E)</translation>
        </message>
        <message>
            <source>Count the documents of all rules</source>
            <translation>统计所有规则的文档</translation>
        </message>
        <message>
            <source>Count the documents of all rules, not only of those in view. On a large server this takes minutes and many commands.</source>
            <translation>统计所有规则的文档，而不仅是当前可见的规则。在大型服务器上，这需要几分钟和许多命令。</translation>
        </message>
        <message>
            <source>No TTL rule was found where this user may read.</source>
            <translation>在该用户可读取的范围内没有找到 TTL 规则。</translation>
        </message>
        <message numerus="yes">
            <source>%1 of %Ln TTL rule(s)</source>
            <extracomment>%1 is the number of rules that fit the filter: "5 of 215 TTL rules"</extracomment>
            <translation>
                <numerusform>%Ln 条 TTL 规则中的 %1 条</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>at least %Ln TTL rule(s)</source>
            <translation>
                <numerusform>至少 %Ln 条 TTL 规则</numerusform>
            </translation>
        </message>
        <message>
            <source>TTL inventory</source>
            <translation>TTL 清单</translation>
        </message>
        <message>
            <source>Change &amp;expiry…</source>
            <translation>更改过期时间(&amp;E)…</translation>
        </message>
        <message>
            <source>Cou&amp;nt all</source>
            <translation>全部统计(&amp;N)</translation>
        </message>
        <message numerus="yes">
            <source>Change &amp;expiry of %Ln rule(s)…</source>
            <translation>
                <numerusform>更改 %Ln 条规则的过期时间(&amp;E)…</numerusform>
            </translation>
        </message>
        <message>
            <source>as of %1</source>
            <translation>截至 %1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::MainWindow</name>
        <message>
            <source>Sandglass</source>
            <translation>Sandglass</translation>
        </message>
        <message>
            <source>Navigator</source>
            <translation>导航</translation>
        </message>
        <message>
            <source>Inspector</source>
            <translation>检查器</translation>
        </message>
        <message>
            <source>Activity</source>
            <translation>活动</translation>
        </message>
        <message>
            <source>Engine log</source>
            <translation>引擎日志</translation>
        </message>
        <message>
            <source>&amp;Connect…</source>
            <translation>连接(&amp;C)…</translation>
        </message>
        <message>
            <source>Connect to the &amp;local engine</source>
            <translation>连接到本地引擎(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Disconnect</source>
            <translation>断开连接(&amp;D)</translation>
        </message>
        <message>
            <source>Load &amp;sample data</source>
            <translation>载入示例数据(&amp;S)</translation>
        </message>
        <message>
            <source>St&amp;art the local engine</source>
            <translation>启动本地引擎(&amp;A)</translation>
        </message>
        <message>
            <source>St&amp;op the local engine</source>
            <translation>停止本地引擎(&amp;O)</translation>
        </message>
        <message>
            <source>Close pa&amp;ge</source>
            <translation>关闭页面(&amp;G)</translation>
        </message>
        <message>
            <source>&amp;Pin page</source>
            <translation>固定页面(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>退出(&amp;Q)</translation>
        </message>
        <message>
            <source>&amp;New TTL index…</source>
            <translation>新建 TTL 索引(&amp;N)…</translation>
        </message>
        <message>
            <source>Change &amp;expiry…</source>
            <translation>更改过期时间(&amp;E)…</translation>
        </message>
        <message>
            <source>D&amp;rop or delete…</source>
            <translation>删除索引或文档(&amp;R)…</translation>
        </message>
        <message>
            <source>&amp;Refresh</source>
            <translation>刷新(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Filter</source>
            <translation>筛选(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Activity</source>
            <translation>活动(&amp;A)</translation>
        </message>
        <message>
            <source>TTL &amp;inventory</source>
            <translation>TTL 清单(&amp;I)</translation>
        </message>
        <message>
            <source>Reset la&amp;yout</source>
            <translation>重置布局(&amp;Y)</translation>
        </message>
        <message>
            <source>&amp;Preferences…</source>
            <translation>首选项(&amp;P)…</translation>
        </message>
        <message>
            <source>&amp;Help for the current page</source>
            <translation>当前页面的帮助(&amp;H)</translation>
        </message>
        <message>
            <source>Help &amp;contents</source>
            <translation>帮助目录(&amp;C)</translation>
        </message>
        <message>
            <source>Keyboard &amp;shortcuts</source>
            <translation>键盘快捷键(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;About Sandglass</source>
            <translation>关于 Sandglass(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>文件(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>视图(&amp;V)</translation>
        </message>
        <message>
            <source>&amp;Server</source>
            <translation>服务器(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Index</source>
            <translation>索引(&amp;I)</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>帮助(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;Navigator</source>
            <translation>导航(&amp;N)</translation>
        </message>
        <message>
            <source>In&amp;spector</source>
            <translation>检查器(&amp;S)</translation>
        </message>
        <message>
            <source>Engine &amp;log</source>
            <translation>引擎日志(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Theme</source>
            <translation>主题(&amp;T)</translation>
        </message>
        <message>
            <source>Same as the &amp;desktop</source>
            <translation>跟随桌面(&amp;D)</translation>
        </message>
        <message>
            <source>&amp;Light</source>
            <translation>浅色(&amp;L)</translation>
        </message>
        <message>
            <source>Dar&amp;k</source>
            <translation>深色(&amp;K)</translation>
        </message>
        <message>
            <source>Tools</source>
            <translation>工具</translation>
        </message>
        <message>
            <source>&amp;Doctor for this server…</source>
            <translation>此服务器的诊断(&amp;D)…</translation>
        </message>
        <message>
            <source>C&amp;hoose the local engine's folder…</source>
            <translation>选择本地引擎的文件夹(&amp;H)…</translation>
        </message>
        <message>
            <source>&amp;Restore points and rehearsals…</source>
            <translation>还原点与演练(&amp;R)…</translation>
        </message>
        <message>
            <source>&amp;Tour</source>
            <translation>导览(&amp;T)</translation>
        </message>
        <message>
            <source>What is &amp;new</source>
            <translation>新增内容(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;What this server can do…</source>
            <translation>该服务器的能力(&amp;W)…</translation>
        </message>
        <message>
            <source>&amp;Name databases…</source>
            <translation>指定数据库(&amp;N)…</translation>
        </message>
        <message>
            <source>&amp;Members…</source>
            <translation>成员(&amp;M)…</translation>
        </message>
        <message>
            <source>%1 – Sandglass</source>
            <extracomment>the title of the window; %1 is the name of a server</extracomment>
            <translation>%1 – Sandglass</translation>
        </message>
        <message>
            <source>Co&amp;nnect again</source>
            <translation>重新连接(&amp;N)</translation>
        </message>
        <message>
            <source>Remove server from &amp;window</source>
            <translation>从窗口中移除服务器(&amp;W)</translation>
        </message>
        <message>
            <source>&amp;Remove</source>
            <translation>移除(&amp;R)</translation>
        </message>
        <message>
            <source>Addr&amp;ess of the local engine…</source>
            <translation>本地引擎的地址(&amp;E)…</translation>
        </message>
        <message>
            <source>Cop&amp;y connection string</source>
            <translation>复制连接字符串(&amp;Y)</translation>
        </message>
        <message>
            <source>Select an index first.</source>
            <translation>请先选择一个索引。</translation>
        </message>
        <message>
            <source>E&amp;xpired documents…</source>
            <translation>已过期的文档(&amp;X)…</translation>
        </message>
        <message>
            <source>Open a collection first.</source>
            <translation>请先打开一个集合。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::MembersDialog</name>
        <message>
            <source>&amp;Pause expiry…</source>
            <translation>暂停过期(&amp;P)…</translation>
        </message>
        <message>
            <source>&amp;Resume expiry</source>
            <translation>恢复过期(&amp;R)</translation>
        </message>
        <message>
            <source>Ask &amp;again</source>
            <translation>重新查询(&amp;A)</translation>
        </message>
        <message>
            <source>Members</source>
            <translation>成员</translation>
        </message>
        <message>
            <source>Pause expiry on the selected member</source>
            <translation>暂停所选成员上的过期</translation>
        </message>
        <message>
            <source>Resume expiry on the selected member</source>
            <translation>恢复所选成员上的过期</translation>
        </message>
        <message>
            <source>Ask the members again</source>
            <translation>重新查询成员</translation>
        </message>
        <message>
            <source>&amp;Stop counting</source>
            <translation>停止统计(&amp;S)</translation>
        </message>
        <message>
            <source>Count &amp;overdue per shard</source>
            <translation>按分片统计逾期数(&amp;O)</translation>
        </message>
        <message>
            <source>Stop counting</source>
            <translation>停止统计</translation>
        </message>
        <message>
            <source>Count overdue documents per shard</source>
            <translation>按分片统计逾期文档</translation>
        </message>
        <message>
            <source>Expiry cannot be paused: %1.</source>
            <extracomment>%1 is why: "this server refused it: setParameter: 59 CommandNotFound"</extracomment>
            <translation>无法暂停过期：%1。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::NamedDatabasesDialog</name>
        <message>
            <source>Name Databases</source>
            <translation>指定数据库</translation>
        </message>
        <message>
            <source>Where the user may not list the databases of the server, Sandglass shows those that are named here. The names are kept for this connection.</source>
            <translation>当用户无权列出服务器的数据库时，Sandglass 显示在此指定的数据库。名称会为该连接保存。</translation>
        </message>
        <message>
            <source>&amp;Databases, one on each line:</source>
            <translation>数据库，每行一个(&amp;D)：</translation>
        </message>
        <message>
            <source>Databases, one on each line</source>
            <translation>数据库，每行一个</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>保存(&amp;S)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::NavigatorView</name>
        <message>
            <source>Filter the tree</source>
            <translation>筛选树</translation>
        </message>
        <message>
            <source>Filter (Ctrl+F)</source>
            <translation>筛选 (Ctrl+F)</translation>
        </message>
        <message>
            <source>Connection, databases, collections and indexes</source>
            <translation>连接、数据库、集合和索引</translation>
        </message>
        <message>
            <source>&amp;Refresh</source>
            <translation>刷新(&amp;R)</translation>
        </message>
        <message>
            <source>Nothing matches the filter.</source>
            <translation>没有符合筛选的内容。</translation>
        </message>
        <message>
            <source>&amp;Retry</source>
            <translation>重试(&amp;R)</translation>
        </message>
        <message>
            <source>Clear the filter</source>
            <translation>清除筛选</translation>
        </message>
        <message>
            <source>Connect…</source>
            <translation>连接…</translation>
        </message>
        <message>
            <source>Read again</source>
            <translation>重新读取</translation>
        </message>
        <message>
            <source>Suggested action</source>
            <translation>建议的操作</translation>
        </message>
        <message>
            <source>Name databases…</source>
            <translation>指定数据库…</translation>
        </message>
        <message>
            <source>Name &amp;databases…</source>
            <translation>指定数据库(&amp;D)…</translation>
        </message>
        <message>
            <source>&amp;Connect again</source>
            <translation>重新连接(&amp;C)</translation>
        </message>
        <message>
            <source>D&amp;isconnect</source>
            <translation>断开连接(&amp;I)</translation>
        </message>
        <message>
            <source>Remove from &amp;window</source>
            <translation>从窗口中移除(&amp;W)</translation>
        </message>
        <message>
            <source>D&amp;octor for this server…</source>
            <translation>此服务器的诊断(&amp;O)…</translation>
        </message>
        <message>
            <source>Copy connection &amp;string</source>
            <translation>复制连接字符串(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Address and port…</source>
            <translation>地址和端口(&amp;A)…</translation>
        </message>
        <message>
            <source>The server has no address for other programs.</source>
            <translation>该服务器没有供其他程序使用的地址。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::NewsDialog</name>
        <message>
            <source>What Is New</source>
            <translation>新增内容</translation>
        </message>
        <message>
            <source>What is new, version by version</source>
            <translation>各版本的新增内容</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::NodeDelegate</name>
        <message>
            <source>building</source>
            <translation>正在构建</translation>
        </message>
        <message numerus="yes">
            <source>%Ln rule(s)</source>
            <translation>
                <numerusform>%Ln 条规则</numerusform>
            </translation>
        </message>
        <message>
            <source>not permitted</source>
            <translation>无权限</translation>
        </message>
        <message>
            <source>not read</source>
            <translation>未读取</translation>
        </message>
        <message numerus="yes">
            <source>≥ %Ln rule(s)</source>
            <translation>
                <numerusform>≥ %Ln 条规则</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::OptionBinder</name>
        <message>
            <source>Browse…</source>
            <translation>浏览…</translation>
        </message>
        <message>
            <source>Choose a file: %1</source>
            <translation>选择文件：%1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::OtherOptions</name>
        <message>
            <source>Other options</source>
            <translation>其他选项</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>选项</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>Name of the option to add</source>
            <translation>要添加的选项名称</translation>
        </message>
        <message>
            <source>Value of the option to add</source>
            <translation>要添加的选项值</translation>
        </message>
        <message>
            <source>&amp;Add</source>
            <translation>添加(&amp;A)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::PageArea</name>
        <message>
            <source>Pages</source>
            <translation>页面</translation>
        </message>
        <message>
            <source>TTL inventory</source>
            <translation>TTL 清单</translation>
        </message>
        <message>
            <source>Close %1</source>
            <translation>关闭 %1</translation>
        </message>
        <message>
            <source>Close the page (Ctrl+W)</source>
            <translation>关闭页面 (Ctrl+W)</translation>
        </message>
        <message>
            <source>%1 – %2</source>
            <extracomment>a page such as "shop.carts" and the name of its server</extracomment>
            <translation>%1 – %2</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::PauseDialog</name>
        <message>
            <source>Pause Expiry</source>
            <translation>暂停过期</translation>
        </message>
        <message>
            <source>This is a production connection. To pause expiry, type its name: %1</source>
            <translation>这是生产连接。要暂停过期，请输入其名称：%1</translation>
        </message>
        <message>
            <source>Name of the connection</source>
            <translation>连接名称</translation>
        </message>
        <message>
            <source>&amp;Pause expiry</source>
            <translation>暂停过期(&amp;P)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::PreferencesDialog</name>
        <message>
            <source>&amp;Start the local engine with the window</source>
            <translation>打开窗口时启动本地引擎(&amp;S)</translation>
        </message>
        <message>
            <source>Preferences</source>
            <translation>首选项</translation>
        </message>
        <message>
            <source>Theme</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>Same as the desktop</source>
            <translation>跟随桌面</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>Refresh interval of remote connections</source>
            <translation>远程连接的刷新间隔</translation>
        </message>
        <message>
            <source> s</source>
            <translation> 秒</translation>
        </message>
        <message>
            <source>Time zone</source>
            <translation>时区</translation>
        </message>
        <message>
            <source>Start the local engine with the window</source>
            <translation>打开窗口时启动本地引擎</translation>
        </message>
        <message>
            <source>&amp;Language:</source>
            <translation>语言(&amp;L)：</translation>
        </message>
        <message>
            <source>&amp;Theme:</source>
            <translation>主题(&amp;T)：</translation>
        </message>
        <message>
            <source>Time &amp;zone:</source>
            <translation>时区(&amp;Z)：</translation>
        </message>
        <message>
            <source>&amp;Refresh remote servers every:</source>
            <translation>远程服务器刷新间隔(&amp;R)：</translation>
        </message>
        <message>
            <source>Settings, journal and data:</source>
            <translation>设置、日志和数据：</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Same as the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>The language changes the next time Sandglass starts.</source>
            <translation>语言将在 Sandglass 下次启动时更改。</translation>
        </message>
        <message>
            <source>Sample remote collections above</source>
            <translation>远程集合超过此数时抽样</translation>
        </message>
        <message>
            <source>never</source>
            <translation>从不</translation>
        </message>
        <message>
            <source> documents</source>
            <translation> 个文档</translation>
        </message>
        <message>
            <source>Sa&amp;mple remote collections above:</source>
            <translation>远程集合超过此数时抽样(&amp;M)：</translation>
        </message>
        <message>
            <source>Larger collections of remote servers are always estimated from a sample, smaller ones whenever counting takes long. The local engine always counts.</source>
            <translation>远程服务器上更大的集合总是根据样本估计，较小的集合在统计耗时较长时也会抽样。本地引擎始终统计。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::PurgeDesk</name>
        <message>
            <source>Purge in Progress</source>
            <translation>正在清除</translation>
        </message>
        <message>
            <source>%1: %2

Without the connection, the purge deletes nothing more. It can be resumed when the server is connected again.</source>
            <extracomment>%1 is a server, %2 a sentence about the purge</extracomment>
            <translation>%1：%2

断开连接后，此清除不会再删除文档。重新连接服务器后可以继续。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::PurgeDialog</name>
        <message>
            <source>Staged Purge</source>
            <translation>分批清除</translation>
        </message>
        <message>
            <source>Staged Purge of %1</source>
            <translation>%1 的分批清除</translation>
        </message>
        <message>
            <source>Counting what would be deleted…</source>
            <translation>正在统计将要删除的内容…</translation>
        </message>
        <message>
            <source>&amp;Stop counting</source>
            <translation>停止统计(&amp;S)</translation>
        </message>
        <message>
            <source>Count a&amp;gain</source>
            <translation>重新统计(&amp;G)</translation>
        </message>
        <message>
            <source>Settings of the purge</source>
            <translation>清除的设置</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::PurgeFormView</name>
        <message>
            <source>Ch&amp;oose…</source>
            <translation>选择(&amp;O)…</translation>
        </message>
        <message>
            <source>On&amp;ly archive; delete nothing</source>
            <translation>仅归档，不删除(&amp;L)</translation>
        </message>
        <message>
            <source>Delete only &amp;from</source>
            <translation>仅在此时段删除(&amp;F)</translation>
        </message>
        <message>
            <source>Pause when a batch takes &amp;more than</source>
            <translation>一批用时超过此值时暂停(&amp;M)</translation>
        </message>
        <message>
            <source>Pause when a secondary is &amp;behind by more than</source>
            <translation>从节点滞后超过此值时暂停(&amp;B)</translation>
        </message>
        <message>
            <source>Archive first</source>
            <translation>先归档</translation>
        </message>
        <message>
            <source>no archive</source>
            <translation>不归档</translation>
        </message>
        <message>
            <source>BSON, as mongodump writes it</source>
            <translation>BSON（与 mongodump 格式相同）</translation>
        </message>
        <message>
            <source>JSON lines, canonical extended JSON</source>
            <translation>JSON 行（规范扩展 JSON）</translation>
        </message>
        <message>
            <source>Folder of the archive</source>
            <translation>归档文件夹</translation>
        </message>
        <message>
            <source>Choose the folder of the archive</source>
            <translation>选择归档文件夹</translation>
        </message>
        <message>
            <source>Documents in a batch</source>
            <translation>每批文档数</translation>
        </message>
        <message>
            <source>Pause between two batches</source>
            <translation>两批之间的停顿</translation>
        </message>
        <message>
            <source> ms</source>
            <translation> 毫秒</translation>
        </message>
        <message>
            <source>Delete only from this time of day</source>
            <translation>仅从每天的这一时刻起删除</translation>
        </message>
        <message>
            <source>Delete only up to this time of day</source>
            <translation>仅在每天的这一时刻之前删除</translation>
        </message>
        <message>
            <source>Longest time of a batch</source>
            <translation>一批的最长用时</translation>
        </message>
        <message>
            <source>Largest replication lag</source>
            <translation>最大复制滞后</translation>
        </message>
        <message>
            <source> s</source>
            <translation> 秒</translation>
        </message>
        <message>
            <source>to</source>
            <translation>至</translation>
        </message>
        <message>
            <source>&amp;Archive first:</source>
            <translation>先归档(&amp;A)：</translation>
        </message>
        <message>
            <source>Documents in a ba&amp;tch:</source>
            <translation>每批文档数(&amp;T)：</translation>
        </message>
        <message>
            <source>&amp;Pause between batches:</source>
            <translation>批次之间的停顿(&amp;P)：</translation>
        </message>
        <message>
            <source>The server is not a replica set.</source>
            <translation>此服务器不是副本集。</translation>
        </message>
        <message>
            <source>Folder of the Archive</source>
            <translation>归档文件夹</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::PurgeNotice</name>
        <message>
            <source>Dis&amp;card</source>
            <translation>放弃(&amp;C)</translation>
        </message>
        <message>
            <source>Staged purge</source>
            <translation>分批清除</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::PurgeProgressView</name>
        <message>
            <source>Cop&amp;y report</source>
            <translation>复制报告(&amp;Y)</translation>
        </message>
        <message>
            <source>&amp;Pause</source>
            <translation>暂停(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Resume</source>
            <translation>继续(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Discard</source>
            <translation>放弃(&amp;D)</translation>
        </message>
        <message>
            <source>Progress of the purge</source>
            <translation>清除进度</translation>
        </message>
        <message>
            <source>Report of the purge</source>
            <translation>清除报告</translation>
        </message>
        <message>
            <source>Name of the collection, to resume the purge</source>
            <translation>用于继续清除的集合名称</translation>
        </message>
        <message>
            <source>This is a production server. To resume, type the name of the collection: %1</source>
            <translation>这是生产服务器。要继续，请输入集合名称：%1</translation>
        </message>
        <message>
            <source>Cancel the p&amp;urge</source>
            <translation>取消清除(&amp;U)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::RehearsalBanner</name>
        <message>
            <source>&amp;End the rehearsal</source>
            <translation>结束演练(&amp;E)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::RehearseButton</name>
        <message>
            <source>&amp;Rehearse</source>
            <translation>演练(&amp;R)</translation>
        </message>
        <message>
            <source>Opens a copy of the data in a window of its own, with a fast clock. The original is not touched.</source>
            <translation>在单独的窗口中打开数据的副本，时钟加快。原数据不受影响。</translation>
        </message>
        <message>
            <source>&amp;60 times faster: a second is a minute</source>
            <translation>快 60 倍：一秒相当于一分钟(&amp;6)</translation>
        </message>
        <message>
            <source>&amp;3 600 times faster: a second is an hour</source>
            <translation>快 3 600 倍：一秒相当于一小时(&amp;3)</translation>
        </message>
        <message>
            <source>Copying…</source>
            <translation>正在复制…</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::RestoreOfferBox</name>
        <message>
            <source>&amp;Make a restore point first</source>
            <translation>先创建还原点(&amp;M)</translation>
        </message>
        <message>
            <source>A copy of all current data, made at once. It takes hardly any space. Server &gt; Restore points and rehearsals restores it.</source>
            <translation>所有当前数据的副本，立即完成，几乎不占空间。可在“服务器”&gt;“还原点与演练”中还原。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::RestorePointsDialog</name>
        <message>
            <source>&amp;Make now</source>
            <translation>立即创建(&amp;M)</translation>
        </message>
        <message>
            <source>Re&amp;store…</source>
            <translation>还原(&amp;S)…</translation>
        </message>
        <message>
            <source>&amp;Delete…</source>
            <translation>删除(&amp;D)…</translation>
        </message>
        <message>
            <source>Restore Points</source>
            <translation>还原点</translation>
        </message>
        <message>
            <source>A restore point is a copy of all data of the local engine. It is made at once and takes hardly any space until the data changes.</source>
            <translation>还原点是本地引擎所有数据的副本。它会立即创建，在数据发生更改之前几乎不占空间。</translation>
        </message>
        <message>
            <source>Restore points</source>
            <translation>还原点</translation>
        </message>
        <message>
            <source>There are no restore points yet</source>
            <translation>尚无还原点</translation>
        </message>
        <message>
            <source>Make one now, or tick “Make a restore point first” in a dialog that deletes documents.</source>
            <translation>请立即创建一个，或在会删除文档的对话框中勾选“先创建还原点”。</translation>
        </message>
        <message>
            <source>Reading the restore points…</source>
            <translation>正在读取还原点…</translation>
        </message>
        <message>
            <source>Read a&amp;gain</source>
            <translation>重新读取(&amp;G)</translation>
        </message>
        <message>
            <source>Restore Data</source>
            <translation>还原数据</translation>
        </message>
        <message>
            <source>&amp;Restore the data</source>
            <translation>还原数据(&amp;R)</translation>
        </message>
        <message>
            <source>Delete Restore Point</source>
            <translation>删除还原点</translation>
        </message>
        <message>
            <source>&amp;Delete</source>
            <translation>删除(&amp;D)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::SamplingBar</name>
        <message>
            <source>Progress of the exact count</source>
            <translation>精确统计的进度</translation>
        </message>
        <message>
            <source>Counting every document, in parts. The sample stays on screen.</source>
            <translation>正在分段统计所有文档。期间仍显示样本。</translation>
        </message>
        <message>
            <source>Counted exactly at %1. Live updates are paused.</source>
            <translation>已于 %1 精确统计。实时刷新已暂停。</translation>
        </message>
        <message>
            <source>Estimated from a random sample of %1 of the documents; ± is the 95 % margin.</source>
            <translation>根据占 %1 的随机文档样本估计；± 为 95% 误差范围。</translation>
        </message>
        <message>
            <source>The server draws the sample in pages, not in single documents, so neighbouring documents are drawn together.</source>
            <translation>样本由服务器按页抽取，而不是逐个文档抽取，因此相邻的文档会一起抽中。</translation>
        </message>
        <message>
            <source>Counted at %1. This server cannot draw a sample, and counting again reads every document.</source>
            <translation>统计于 %1。此服务器无法抽样，再次统计会读取每个文档。</translation>
        </message>
        <message>
            <source>Overdue documents are counted exactly.</source>
            <translation>逾期文档为精确计数。</translation>
        </message>
        <message>
            <source>Stop co&amp;unting</source>
            <translation>停止计数(&amp;U)</translation>
        </message>
        <message>
            <source>Co&amp;unt again</source>
            <translation>重新统计(&amp;U)</translation>
        </message>
        <message>
            <source>Res&amp;ume sampling</source>
            <translation>恢复抽样(&amp;U)</translation>
        </message>
        <message>
            <source>Co&amp;unt exactly</source>
            <translation>精确统计(&amp;U)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::SavedConnectionsView</name>
        <message>
            <source>&amp;New</source>
            <translation>新建(&amp;N)</translation>
        </message>
        <message>
            <source>D&amp;uplicate</source>
            <translation>复制(&amp;U)</translation>
        </message>
        <message>
            <source>De&amp;lete…</source>
            <translation>删除(&amp;L)…</translation>
        </message>
        <message>
            <source>U&amp;p</source>
            <translation>上移(&amp;P)</translation>
        </message>
        <message>
            <source>Do&amp;wn</source>
            <translation>下移(&amp;W)</translation>
        </message>
        <message>
            <source>Saved connections</source>
            <translation>已保存的连接</translation>
        </message>
        <message>
            <source>&amp;Saved connections</source>
            <translation>已保存的连接(&amp;S)</translation>
        </message>
        <message>
            <source>Delete Connection</source>
            <translation>删除连接</translation>
        </message>
        <message>
            <source>Delete the saved connection %1? Its saved password is deleted too.</source>
            <translation>删除已保存的连接 %1？保存的密码也会一并删除。</translation>
        </message>
        <message>
            <source>&amp;Delete</source>
            <translation>删除(&amp;D)</translation>
        </message>
        <message>
            <source>None saved yet. Fill in the form, then choose Save.</source>
            <translation>尚无已保存的连接。请填写表单，然后选择“保存”。</translation>
        </message>
        <message>
            <source>&amp;Import…</source>
            <translation>导入(&amp;I)…</translation>
        </message>
        <message>
            <source>E&amp;xport…</source>
            <translation>导出(&amp;X)…</translation>
        </message>
        <message>
            <source>Import Connections</source>
            <translation>导入连接</translation>
        </message>
        <message>
            <source>Sandglass connections (*.json)</source>
            <translation>Sandglass 连接 (*.json)</translation>
        </message>
        <message>
            <source>Compass connections (*.json)</source>
            <translation>Compass 连接 (*.json)</translation>
        </message>
        <message>
            <source>Connection strings (*.txt)</source>
            <translation>连接字符串 (*.txt)</translation>
        </message>
        <message>
            <source>Export Connections</source>
            <translation>导出连接</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::SelectionBar</name>
        <message>
            <source>&amp;Show these documents</source>
            <translation>显示这些文档(&amp;S)</translation>
        </message>
        <message>
            <source>Show these documents</source>
            <translation>显示这些文档</translation>
        </message>
        <message>
            <source>Clear selection</source>
            <translation>清除选择</translation>
        </message>
        <message numerus="yes">
            <source>Selected %1 – %2: %Ln document(s)</source>
            <extracomment>%1 and %2 are moments, the last one with its zone; the number of documents stands for %n</extracomment>
            <translation>
                <numerusform>已选 %1 – %2：%Ln 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Cl&amp;ear selection</source>
            <translation>清除选择(&amp;E)</translation>
        </message>
        <message numerus="yes">
            <source>Selected %1 – %2: about %Ln document(s)</source>
            <translation>
                <numerusform>所选 %1 – %2：约 %Ln 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Selected %1 – %2: at least %Ln document(s)</source>
            <translation>
                <numerusform>所选 %1 – %2：至少 %Ln 个文档</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::ServerDesk</name>
        <message>
            <source>%1 – %2</source>
            <extracomment>the title of a dialog and the name of its server</extracomment>
            <translation>%1 – %2</translation>
        </message>
        <message>
            <source>Folder of the Local Engine's Data</source>
            <translation>本地引擎的数据文件夹</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::SshPage</name>
        <message>
            <source>SSH server</source>
            <translation>SSH 服务器</translation>
        </message>
        <message>
            <source>user@host; empty for no tunnel</source>
            <translation>user@host；留空则不用隧道</translation>
        </message>
        <message>
            <source>SSH port</source>
            <translation>SSH 端口</translation>
        </message>
        <message>
            <source>as ssh has it</source>
            <translation>按 ssh 的配置</translation>
        </message>
        <message>
            <source>SSH key file</source>
            <translation>SSH 密钥文件</translation>
        </message>
        <message>
            <source>keys of the SSH agent</source>
            <translation>SSH 代理中的密钥</translation>
        </message>
        <message>
            <source>Jump hosts</source>
            <translation>跳板主机</translation>
        </message>
        <message>
            <source>user@host:port, separated by commas</source>
            <translation>user@host:port，以逗号分隔</translation>
        </message>
        <message>
            <source>SS&amp;H server:</source>
            <translation>SSH 服务器(&amp;H)：</translation>
        </message>
        <message>
            <source>&amp;Port:</source>
            <translation>端口(&amp;P)：</translation>
        </message>
        <message>
            <source>&amp;Key file:</source>
            <translation>密钥文件(&amp;K)：</translation>
        </message>
        <message>
            <source>&amp;Jump hosts:</source>
            <translation>跳板主机(&amp;J)：</translation>
        </message>
        <message>
            <source>The connection goes through the program ssh to the first host of the address, as the SSH server sees it. The server's host key must be known: connect once in a terminal. The certificate of the database cannot be checked against its host name.</source>
            <translation>连接通过程序 ssh 到达地址中的第一台主机（从 SSH 服务器看到的主机）。服务器的主机密钥必须是已知的：请先在终端连接一次。数据库证书无法与主机名核对。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::StatusStrip</name>
        <message>
            <source>The connection; click to choose another</source>
            <translation>当前连接；点击以选择其他连接</translation>
        </message>
        <message>
            <source>Nothing can be changed. Click to unlock for ten minutes.</source>
            <translation>不能更改任何内容。点击可解锁十分钟。</translation>
        </message>
        <message>
            <source>Changes are allowed. Click to lock.</source>
            <translation>允许更改。点击以锁定。</translation>
        </message>
        <message>
            <source>This connection was saved as read-only. Nothing can be changed.</source>
            <translation>此连接保存为只读，不能更改任何内容。</translation>
        </message>
        <message>
            <source>Changes are allowed.</source>
            <translation>允许更改。</translation>
        </message>
        <message>
            <source>The server's clock differs by more than two seconds from this computer's.</source>
            <translation>服务器时钟与本机时钟相差超过两秒。</translation>
        </message>
        <message>
            <source>Running tasks; click to see them</source>
            <translation>正在运行的任务；点击查看</translation>
        </message>
        <message>
            <source>All times are shown in this zone; click to choose another</source>
            <translation>所有时间均以此时区显示；点击以选择其他时区</translation>
        </message>
        <message>
            <source>The server's clock compared with this computer's; click to open the doctor</source>
            <translation>服务器时钟与本机时钟的比较；点击以打开诊断</translation>
        </message>
        <message>
            <source>The connection is protected.</source>
            <translation>连接受保护。</translation>
        </message>
        <message>
            <source>Others may read or change what is sent. The tab TLS of the connection has the settings.</source>
            <translation>他人可能读取或更改传输的内容。相关设置在连接的“TLS”标签页中。</translation>
        </message>
        <message>
            <source>The tag of this connection; click to choose another</source>
            <translation>此连接的标签；单击可选择其他连接</translation>
        </message>
        <message>
            <source>Product, version and topology of the server; click to see its members</source>
            <translation>服务器的产品、版本和拓扑；单击可查看其成员</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::TestStagesView</name>
        <message>
            <source>waiting</source>
            <translation>等待中</translation>
        </message>
        <message>
            <source>running…</source>
            <translation>正在运行…</translation>
        </message>
        <message>
            <source>passed</source>
            <translation>通过</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>skipped</source>
            <translation>已跳过</translation>
        </message>
        <message>
            <source>Stages of the connection test</source>
            <translation>连接测试的各阶段</translation>
        </message>
        <message>
            <source>Show what the servers sa&amp;y</source>
            <translation>显示服务器的原文(&amp;Y)</translation>
        </message>
        <message>
            <source>Show what the servers say</source>
            <translation>显示服务器的原文</translation>
        </message>
        <message>
            <source>The connection is being tested.</source>
            <translation>正在测试连接。</translation>
        </message>
        <message>
            <source>The connection test has ended at the stage %1: %2</source>
            <extracomment>%1 is a stage of the test such as "TLS", %2 why it failed</extracomment>
            <translation>连接测试在“%1”阶段结束：%2</translation>
        </message>
        <message>
            <source>The connection test has passed.</source>
            <translation>连接测试已通过。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::TimelinePanel</name>
        <message>
            <source>Nothing expires here</source>
            <translation>这里没有会过期的内容</translation>
        </message>
        <message>
            <source>No TTL index or other expiry rule was found.</source>
            <translation>未找到 TTL 索引或其他过期规则。</translation>
        </message>
        <message>
            <source>Timeline of expirations</source>
            <translation>过期时间线</translation>
        </message>
        <message>
            <source>Expirations by bucket</source>
            <translation>按时段统计的过期</translation>
        </message>
        <message>
            <source>Save buckets</source>
            <translation>保存时段数据</translation>
        </message>
        <message>
            <source>&amp;Retry</source>
            <translation>重试(&amp;R)</translation>
        </message>
        <message>
            <source>Counting…</source>
            <translation>正在统计…</translation>
        </message>
        <message>
            <source>sample of %1 · as of %2</source>
            <translation>%1 的样本 · 截至 %2</translation>
        </message>
        <message>
            <source>as of %1</source>
            <translation>截至 %1</translation>
        </message>
        <message>
            <source>exact · as of %1</source>
            <translation>精确 · 截至 %1</translation>
        </message>
        <message>
            <source>Bytes, estimated</source>
            <translation>字节（估计）</translation>
        </message>
        <message>
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Nothing is counted yet</source>
            <translation>尚未统计</translation>
        </message>
        <message>
            <source>The timeline is counted as soon as there is a connection.</source>
            <translation>建立连接后将统计时间线。</translation>
        </message>
        <message>
            <source>&amp;Connect…</source>
            <translation>连接(&amp;C)…</translation>
        </message>
        <message>
            <source>The documents could not be counted</source>
            <translation>无法统计文档</translation>
        </message>
        <message>
            <source>Documents of this bar</source>
            <translation>该柱的文档</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <extracomment>an entry of a menu: the documents of a collection or an index, and their number</extracomment>
            <translation>%1：%2</translation>
        </message>
        <message>
            <source>In other collections: %1</source>
            <translation>其他集合中：%1</translation>
        </message>
        <message>
            <source>incomplete · as of %1</source>
            <translation>不完整 · 截至 %1</translation>
        </message>
        <message>
            <source>Save buckets as C&amp;SV…</source>
            <translation>将时段数据保存为 CSV(&amp;S)…</translation>
        </message>
        <message>
            <source>These documents have been deleted, so they cannot be shown.</source>
            <translation>这些文档已被删除，无法显示。</translation>
        </message>
        <message>
            <source>There are no documents here that could be shown.</source>
            <translation>此处没有可显示的文档。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::TimelineToolbar</name>
        <message>
            <source>The next 5 minutes</source>
            <translation>未来 5 分钟</translation>
        </message>
        <message>
            <source>The next hour</source>
            <translation>未来 1 小时</translation>
        </message>
        <message>
            <source>The next 24 hours</source>
            <translation>未来 24 小时</translation>
        </message>
        <message>
            <source>The next 7 days</source>
            <translation>未来 7 天</translation>
        </message>
        <message>
            <source>The next 30 days</source>
            <translation>未来 30 天</translation>
        </message>
        <message>
            <source>The next 90 days</source>
            <translation>未来 90 天</translation>
        </message>
        <message>
            <source>The next year</source>
            <translation>未来 1 年</translation>
        </message>
        <message>
            <source>Everything that will ever expire</source>
            <translation>今后所有会过期的内容</translation>
        </message>
        <message>
            <source>Logarithmic scale</source>
            <translation>对数刻度</translation>
        </message>
        <message>
            <source>Running sum as a line</source>
            <translation>以折线显示累计值</translation>
        </message>
        <message>
            <source>Show as table</source>
            <translation>以表格显示</translation>
        </message>
        <message>
            <source>Show the whole range again (Home)</source>
            <translation>重新显示整个范围 (Home)</translation>
        </message>
        <message>
            <source>Show the whole range again</source>
            <translation>重新显示整个范围</translation>
        </message>
        <message>
            <source>Copy or export the chart</source>
            <translation>复制或导出图表</translation>
        </message>
        <message>
            <source>Scale in bytes, estimated from the mean document size</source>
            <translation>以字节为刻度，按文档的平均大小估计</translation>
        </message>
        <message>
            <source>Later: %1 – show %2</source>
            <extracomment>a button: so many documents fall due after the shown range; %2 is a longer range, "24 h"</extracomment>
            <translation>更晚：%1 – 显示 %2</translation>
        </message>
        <message>
            <source>&amp;5 min</source>
            <translation>&amp;5 分钟</translation>
        </message>
        <message>
            <source>&amp;1 h</source>
            <translation>&amp;1 小时</translation>
        </message>
        <message>
            <source>&amp;24 h</source>
            <translation>&amp;24 小时</translation>
        </message>
        <message>
            <source>&amp;7 d</source>
            <translation>&amp;7 天</translation>
        </message>
        <message>
            <source>&amp;30 d</source>
            <translation>&amp;30 天</translation>
        </message>
        <message>
            <source>&amp;90 d</source>
            <translation>&amp;90 天</translation>
        </message>
        <message>
            <source>1 &amp;y</source>
            <translation>1 年(&amp;Y)</translation>
        </message>
        <message>
            <source>&amp;All</source>
            <translation>全部(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Log</source>
            <translation>对数(&amp;L)</translation>
        </message>
        <message>
            <source>Su&amp;m</source>
            <translation>累计(&amp;M)</translation>
        </message>
        <message>
            <source>&amp;Bytes</source>
            <translation>字节(&amp;B)</translation>
        </message>
        <message>
            <source>&amp;Table</source>
            <translation>表格(&amp;T)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::TourNotice</name>
        <message>
            <source>The sample data is loaded. A tour of five steps shows what this window can do. You can take it later, too: Help → Tour.</source>
            <translation>示例数据已载入。导览用五个步骤介绍此窗口的功能。也可以稍后通过“帮助 → 导览”查看。</translation>
        </message>
        <message>
            <source>Take the to&amp;ur</source>
            <translation>开始导览(&amp;U)</translation>
        </message>
        <message>
            <source>Take the tour</source>
            <translation>开始导览</translation>
        </message>
        <message>
            <source>No, than&amp;ks</source>
            <translation>不，谢谢(&amp;K)</translation>
        </message>
        <message>
            <source>No, thanks</source>
            <translation>不，谢谢</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::TrashDialog</name>
        <message>
            <source>&amp;Apply</source>
            <translation>应用(&amp;A)</translation>
        </message>
        <message>
            <source>Pre&amp;vious page</source>
            <translation>上一页(&amp;V)</translation>
        </message>
        <message>
            <source>&amp;Next page</source>
            <translation>下一页(&amp;N)</translation>
        </message>
        <message>
            <source>Expired Documents</source>
            <translation>已过期的文档</translation>
        </message>
        <message>
            <source>Expired documents</source>
            <translation>已过期的文档</translation>
        </message>
        <message>
            <source>&amp;Keep for</source>
            <translation>保留(&amp;K)</translation>
        </message>
        <message>
            <source>days, up &amp;to</source>
            <translation>天，最多(&amp;T)</translation>
        </message>
        <message>
            <source>Days to keep expired documents</source>
            <translation>保留过期文档的天数</translation>
        </message>
        <message>
            <source>MiB of expired documents to keep</source>
            <translation>保留过期文档的大小（MiB）</translation>
        </message>
        <message>
            <source>MiB</source>
            <translation>MiB</translation>
        </message>
        <message>
            <source>Put &amp;back…</source>
            <translation>放回(&amp;B)…</translation>
        </message>
        <message>
            <source>Reading the expired documents…</source>
            <translation>正在读取已过期的文档…</translation>
        </message>
        <message>
            <source>Read a&amp;gain</source>
            <translation>重新读取(&amp;G)</translation>
        </message>
        <message>
            <source>Put selected &amp;back…</source>
            <translation>放回所选文档(&amp;B)…</translation>
        </message>
        <message>
            <source>Put all &amp;back…</source>
            <translation>全部放回(&amp;B)…</translation>
        </message>
        <message>
            <source>Put Documents Back</source>
            <translation>放回文档</translation>
        </message>
        <message>
            <source>an unlimited number of</source>
            <extracomment>"Keep for an unlimited number of days, up to …", "… up to an unlimited number of MiB"</extracomment>
            <translation>无限多</translation>
        </message>
        <message>
            <source>0 here means no limit, as long as the other number is not 0. With 0 in both, nothing is kept.</source>
            <translation>只要另一个数不为 0，此处的 0 就表示不限。两者都为 0 时，不保留任何内容。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::TrashSearch</name>
        <message>
            <source>&amp;From</source>
            <translation>从(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Until</source>
            <translation>至(&amp;U)</translation>
        </message>
        <message>
            <source>Deleted then or later</source>
            <translation>在此时间或之后删除</translation>
        </message>
        <message>
            <source>Deleted before</source>
            <translation>在此时间之前删除</translation>
        </message>
        <message>
            <source>Filter, for example %1</source>
            <extracomment>%1 is an example in MongoDB's query language</extracomment>
            <translation>筛选，例如 %1</translation>
        </message>
        <message>
            <source>Conditions on the deleted documents in MongoDB's query language. Enter applies them.</source>
            <translation>以 MongoDB 查询语言对已删除文档设置的条件。按 Enter 应用。</translation>
        </message>
        <message>
            <source>&amp;Collection:</source>
            <translation>集合(&amp;C)：</translation>
        </message>
        <message>
            <source>TTL &amp;pass:</source>
            <translation>TTL 清理轮次(&amp;P)：</translation>
        </message>
        <message>
            <source>Docu&amp;ments:</source>
            <translation>文档(&amp;M)：</translation>
        </message>
        <message>
            <source>All collections</source>
            <translation>所有集合</translation>
        </message>
        <message>
            <source>All passes</source>
            <translation>所有轮次</translation>
        </message>
        <message>
            <source>Collection that held the documents</source>
            <translation>文档所属的集合</translation>
        </message>
        <message>
            <source>TTL pass that deleted the documents</source>
            <translation>删除文档的 TTL 清理轮次</translation>
        </message>
        <message>
            <source>Filter in MongoDB's query language</source>
            <translation>以 MongoDB 查询语言筛选</translation>
        </message>
        <message>
            <source>Deleted (%1):</source>
            <extracomment>%1 is the time zone of the two times beside it</extracomment>
            <translation>删除时间 (%1)：</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::TtlHoldBanner</name>
        <message>
            <source>Let deletion go &amp;on…</source>
            <translation>允许继续删除(&amp;O)…</translation>
        </message>
        <message>
            <source>Let deletion go on</source>
            <translation>允许继续删除</translation>
        </message>
        <message>
            <source>&amp;Let deletion go on</source>
            <translation>允许继续删除(&amp;L)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::TtlIndexForm</name>
        <message>
            <source>None: fill in the form</source>
            <translation>无：自行填写表单</translation>
        </message>
        <message>
            <source>Period</source>
            <translation>期限</translation>
        </message>
        <message>
            <source>%1 (%2)</source>
            <extracomment>a preset and why it cannot be used: "Time series (needs MongoDB 6.3)"</extracomment>
            <translation>%1（%2）</translation>
        </message>
        <message>
            <source>Type the field that holds the date, or choose it at the right.</source>
            <translation>请输入存放日期的字段，或在右侧选择。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::UndoBar</name>
        <message>
            <source>Undo this change</source>
            <translation>撤销此更改</translation>
        </message>
        <message>
            <source>&amp;Undo</source>
            <translation>撤销(&amp;U)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::UndoDialog</name>
        <message>
            <source>Undo a Change</source>
            <translation>撤销更改</translation>
        </message>
        <message>
            <source>Undoing the change…</source>
            <translation>正在撤销更改…</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::UnlockDialog</name>
        <message>
            <source>Unlock Production</source>
            <translation>解锁生产连接</translation>
        </message>
        <message>
            <source>Name of the connection</source>
            <translation>连接的名称</translation>
        </message>
        <message>
            <source>&amp;Unlock</source>
            <translation>解锁(&amp;U)</translation>
        </message>
        <message>
            <source>This is a production connection. To allow changes for ten minutes, type its &amp;name: %1</source>
            <translation>这是生产连接。要允许更改十分钟，请输入其名称(&amp;N)：%1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::WelcomeView</name>
        <message>
            <source>Welcome to Sandglass</source>
            <translation>欢迎使用 Sandglass</translation>
        </message>
        <message>
            <source>Start the local en&amp;gine with sample data</source>
            <translation>用示例数据启动本地引擎(&amp;G)</translation>
        </message>
        <message>
            <source>&amp;Connect to a server…</source>
            <translation>连接到服务器(&amp;C)…</translation>
        </message>
        <message>
            <source>Start the local engine without &amp;data</source>
            <translation>启动不含数据的本地引擎(&amp;D)</translation>
        </message>
        <message>
            <source>Take the to&amp;ur</source>
            <translation>开始导览(&amp;U)</translation>
        </message>
        <message>
            <source>&amp;Read the help</source>
            <translation>阅读帮助(&amp;R)</translation>
        </message>
        <message>
            <source>See, change and rehearse what TTL indexes will delete.</source>
            <translation>查看、更改并演练 TTL 索引将要删除的内容。</translation>
        </message>
        <message>
            <source>A TTL (time-to-live) rule tells a database server to delete documents of a collection automatically.</source>
            <translation>TTL（生存时间）规则让数据库服务器自动删除集合中的文档。</translation>
        </message>
        <message>
            <source>Most rules are an index on a date field with a number of seconds: a document is due once its date plus these seconds has passed.</source>
            <translation>规则通常是日期字段上带有秒数的索引：文档的日期加上该秒数一过，文档即到期。</translation>
        </message>
        <message>
            <source>About once a minute the server deletes what is due; a document without a date in that field is never deleted by the rule.</source>
            <translation>服务器大约每分钟删除一次到期的文档；该字段中没有日期的文档永远不会被规则删除。</translation>
        </message>
        <message>
            <source>MongoDB or a compatible server. The connection starts locked: nothing is changed until you unlock it.</source>
            <translation>MongoDB 或兼容的服务器。连接最初处于锁定状态：解锁之前不会更改任何内容。</translation>
        </message>
        <message>
            <source>Five steps over the real window, on the sample data</source>
            <translation>使用示例数据，在实际窗口上分五步介绍</translation>
        </message>
        <message>
            <source>For data of your own, or for an application that you develop</source>
            <translation>用于您自己的数据，或您开发的应用程序</translation>
        </message>
        <message>
            <source>Install the package sandglass-engine. It was looked for here:</source>
            <translation>请安装软件包 sandglass-engine。已在以下位置查找：</translation>
        </message>
        <message>
            <source>Servers that you have used before:</source>
            <translation>以前使用过的服务器：</translation>
        </message>
        <message>
            <source>Connect to %1</source>
            <translation>连接到 %1</translation>
        </message>
        <message>
            <source>Starts the database engine that comes with Sandglass and fills it with about 50,000 documents to try everything on. They stay on this computer.</source>
            <translation>启动 Sandglass 自带的数据库引擎，并填入约 50,000 个文档供您试用。这些数据只保存在本机上。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::WhatIfBar</name>
        <message>
            <source>1 y</source>
            <translation>1 年</translation>
        </message>
        <message>
            <source>&amp;What if…</source>
            <translation>假设(&amp;W)…</translation>
        </message>
        <message>
            <source>Appl&amp;y…</source>
            <translation>应用(&amp;Y)…</translation>
        </message>
        <message>
            <source>&amp;Reset</source>
            <translation>重置(&amp;R)</translation>
        </message>
        <message>
            <source>What if a rule had another period</source>
            <translation>假设规则采用另一期限</translation>
        </message>
        <message>
            <source>Try another period: the timeline shows at once what would expire when. Nothing is changed.</source>
            <translation>尝试另一期限：时间线会立即显示哪些文档将在何时过期。不会更改任何内容。</translation>
        </message>
        <message>
            <source>Rule to try another period for</source>
            <translation>要试用另一期限的规则</translation>
        </message>
        <message>
            <source>Choose a rule</source>
            <translation>选择规则</translation>
        </message>
        <message>
            <source>Period to try</source>
            <translation>试用的期限</translation>
        </message>
        <message>
            <source>Opens the dialog that changes the rule, with this period filled in.</source>
            <translation>打开更改规则的对话框，并填入此期限。</translation>
        </message>
        <message>
            <source>Ends the what-if: the timeline shows the current rules.</source>
            <translation>结束假设：时间线显示当前的规则。</translation>
        </message>
        <message>
            <source>Counting the dates…</source>
            <translation>正在统计日期…</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::BarTableModel</name>
        <message>
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Share</source>
            <translation>占比</translation>
        </message>
        <message>
            <source>Cumulative</source>
            <translation>累计</translation>
        </message>
        <message>
            <source>Counted</source>
            <translation>计数方式</translation>
        </message>
        <message>
            <source>Due or deleted · %1</source>
            <extracomment>the title of a column of times, and their time zone</extracomment>
            <translation>到期或已删除 · %1</translation>
        </message>
        <message>
            <source>Deleted</source>
            <translation>已删除</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::BarsElement</name>
        <message>
            <source>max %1</source>
            <extracomment>the largest of the green bars, which is higher than the axis; %1 is a short number</extracomment>
            <translation>最大 %1</translation>
        </message>
        <message>
            <source>%1 %2</source>
            <comment>short count, reason</comment>
            <translation>%1 %2</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::BusyOverlay</name>
        <message>
            <source>&amp;Cancel</source>
            <translation>取消(&amp;C)</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::CountText</name>
        <message>
            <source>%1 k</source>
            <extracomment>thousands on an axis, such as 12 k</extracomment>
            <translation>%1 千</translation>
        </message>
        <message>
            <source>%1 M</source>
            <extracomment>millions on an axis, such as 1.2 M</extracomment>
            <translation>%1 百万</translation>
        </message>
        <message>
            <source>%1 bn</source>
            <extracomment>thousand millions on an axis, such as 1.2 bn</extracomment>
            <translation>%1 十亿</translation>
        </message>
        <message>
            <source>%1 %</source>
            <extracomment>a share, such as 3.4 %</extracomment>
            <translation>%1%</translation>
        </message>
        <message>
            <source>≈ %1 %2</source>
            <extracomment>a size that was estimated: number, unit</extracomment>
            <translation>≈ %1 %2</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::DialogButtons</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>&amp;Close</source>
            <translation>关闭(&amp;C)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::DurationEdit</name>
        <message>
            <source>Duration</source>
            <translation>期限</translation>
        </message>
        <message>
            <source>90d</source>
            <translation>90d</translation>
        </message>
        <message>
            <source>seconds</source>
            <translation>秒</translation>
        </message>
        <message>
            <source>minutes</source>
            <translation>分钟</translation>
        </message>
        <message>
            <source>hours</source>
            <translation>小时</translation>
        </message>
        <message>
            <source>days</source>
            <translation>天</translation>
        </message>
        <message>
            <source>weeks</source>
            <translation>周</translation>
        </message>
        <message>
            <source>%1: unit</source>
            <translation>%1：单位</translation>
        </message>
        <message>
            <source>= %1 s</source>
            <translation>= %1 秒</translation>
        </message>
        <message>
            <source>%1 seconds</source>
            <translation>%1 秒</translation>
        </message>
        <message>
            <source>Enter a duration, for instance 90d.</source>
            <translation>请输入期限，例如 90d。</translation>
        </message>
        <message>
            <source>This is not a duration. Write a number, or for instance 90d or 1h30m.</source>
            <translation>这不是有效的期限。请输入一个数字，或者输入例如 90d、1h30m。</translation>
        </message>
        <message>
            <source>Enter whole seconds, for instance 90.</source>
            <translation>请输入整数秒，例如 90。</translation>
        </message>
        <message>
            <source>Enter at least %1 seconds.</source>
            <translation>请至少输入 %1 秒。</translation>
        </message>
        <message>
            <source>Enter at most %1 seconds.</source>
            <translation>最多只能输入 %1 秒。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::DurationSlider</name>
        <message numerus="yes">
            <source>%Ln second(s)</source>
            <translation>
                <numerusform>%Ln 秒</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::EmptyState</name>
        <message>
            <source>Suggested action</source>
            <translation>建议的操作</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::ErrorBanner</name>
        <message>
            <source>C&amp;opy</source>
            <translation>复制(&amp;O)</translation>
        </message>
        <message>
            <source>Show the details</source>
            <translation>显示详细信息</translation>
        </message>
        <message>
            <source>Details of the error</source>
            <translation>错误的详细信息</translation>
        </message>
        <message>
            <source>Copy the details</source>
            <translation>复制详细信息</translation>
        </message>
        <message>
            <source>Close this message</source>
            <translation>关闭此消息</translation>
        </message>
        <message>
            <source>Suggested action</source>
            <translation>建议的操作</translation>
        </message>
        <message>
            <source>&amp;Details</source>
            <translation>详细信息(&amp;D)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::FieldPathEdit</name>
        <message>
            <source>Field</source>
            <translation>字段</translation>
        </message>
        <message>
            <source>Fields found in a sample</source>
            <translation>在样本中找到的字段</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::FileSaver</name>
        <message>
            <source>The folder does not exist any more. Choose another one.</source>
            <translation>该文件夹已不存在。请选择其他文件夹。</translation>
        </message>
        <message>
            <source>A folder has this name. Choose another name.</source>
            <translation>已有同名的文件夹。请选择其他名称。</translation>
        </message>
        <message>
            <source>This name belongs to a device or a pipe. Choose another name.</source>
            <translation>该名称属于设备或管道。请选择其他名称。</translation>
        </message>
        <message>
            <source>You are not permitted to write there. Choose another folder.</source>
            <translation>您没有在该处写入的权限。请选择其他文件夹。</translation>
        </message>
        <message>
            <source>The disk is full. Free some space, or choose another folder.</source>
            <translation>磁盘已满。请释放一些空间，或选择其他文件夹。</translation>
        </message>
        <message>
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message>
            <source>Writing %1…</source>
            <extracomment>%1 is the name of a file</extracomment>
            <translation>正在写入 %1…</translation>
        </message>
        <message>
            <source>Progress of writing</source>
            <translation>写入进度</translation>
        </message>
        <message>
            <source>The file is larger than files may be there. Choose another folder.</source>
            <translation>文件超出该位置允许的大小。请选择其他文件夹。</translation>
        </message>
        <message>
            <source>The system says: %1. Try again, or choose another folder.</source>
            <extracomment>%1 is the text of the operating system</extracomment>
            <translation>系统提示：%1。请重试，或选择其他文件夹。</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::FloatingMessage</name>
        <message>
            <source>Dismi&amp;ss</source>
            <translation>关闭提示(&amp;S)</translation>
        </message>
        <message>
            <source>Dismiss</source>
            <translation>关闭提示</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::ForecastChart</name>
        <message>
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Timeline of expirations</source>
            <translation>过期时间线</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::LegendElement</name>
        <message>
            <source>Deleted</source>
            <translation>已删除</translation>
        </message>
        <message>
            <source>Scheduled</source>
            <translation>计划过期</translation>
        </message>
        <message>
            <source>hatched: from a sample</source>
            <translation>斜纹：来自样本</translation>
        </message>
        <message>
            <source>Cumulative (right axis)</source>
            <translation>累计（右轴）</translation>
        </message>
        <message>
            <source>All together (no stack on a log scale)</source>
            <translation>全部合计（对数刻度不堆叠）</translation>
        </message>
        <message>
            <source>+%1</source>
            <extracomment>in a legend: so many entries that have no room</extracomment>
            <translation>+%1</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::LinesElement</name>
        <message>
            <source>peak %1 · %2</source>
            <extracomment>mark on the largest bar: short count, time</extracomment>
            <translation>峰值 %1 · %2</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <comment>day, time</comment>
            <extracomment>day and time of the largest bar: "22 Nov, 06:00"</extracomment>
            <translation>%1 %2</translation>
        </message>
        <message>
            <source>d MMM yyyy</source>
            <extracomment>a day of the largest bar on an axis of years, in QLocale's format letters</extracomment>
            <translation>yyyy年M月d日</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::MarksElement</name>
        <message>
            <source>%1 %2</source>
            <comment>short count, member</comment>
            <translation>%1 %2</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::NextStep</name>
        <message>
            <source>Suggested action</source>
            <translation>建议的操作</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::NowElement</name>
        <message>
            <source>now</source>
            <extracomment>the mark of the present moment on the time axis</extracomment>
            <translation>现在</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::PlotCanvas</name>
        <message>
            <source>%1 (log scale)</source>
            <translation>%1（对数刻度）</translation>
        </message>
        <message>
            <source>Overdue</source>
            <translation>逾期</translation>
        </message>
        <message>
            <source>Later</source>
            <translation>更晚</translation>
        </message>
        <message>
            <source>Never</source>
            <translation>永不</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <comment>day, time zone</comment>
            <extracomment>a day below an axis, in QLocale's format letters</extracomment>
            <translation>%1，%2</translation>
        </message>
        <message>
            <source>ddd d MMM yyyy</source>
            <translation>yyyy年M月d日 ddd</translation>
        </message>
        <message>
            <source>Deleted</source>
            <translation>已删除</translation>
        </message>
        <message>
            <source>Deleted / %1 min</source>
            <extracomment>below the bars of real deletions, each of which is for that many minutes</extracomment>
            <translation>已删除 / %1 分钟</translation>
        </message>
        <message>
            <source>Deleted / %1 s</source>
            <extracomment>below the bars of real deletions, each of which is for that many seconds</extracomment>
            <translation>已删除 / %1 秒</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::RowText</name>
        <message numerus="yes">
            <source>%1 document(s)</source>
            <extracomment>%1 is the number with its digits grouped; %n is the same number, for the plural form</extracomment>
            <translation>
                <numerusform>%1 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 up to here (%2)</source>
            <translation>截至此处 %1（%2）</translation>
        </message>
        <message>
            <source>ddd d MMM yyyy</source>
            <extracomment>a day in a tool tip, in QLocale's format letters</extracomment>
            <translation>yyyy年M月d日 ddd</translation>
        </message>
        <message>
            <source>%1 – %2</source>
            <comment>range of days</comment>
            <translation>%1 – %2</translation>
        </message>
        <message>
            <source>%1, %2 – %3</source>
            <comment>day, from, to</comment>
            <translation>%1，%2 – %3</translation>
        </message>
        <message>
            <source>%1, %2 – %3, %4</source>
            <comment>day, from, day, to</comment>
            <translation>%1，%2 – %3，%4</translation>
        </message>
        <message>
            <source>Deleted: %1</source>
            <translation>已删除：%1</translation>
        </message>
        <message>
            <source>Overdue</source>
            <translation>逾期</translation>
        </message>
        <message>
            <source>Later</source>
            <translation>更晚</translation>
        </message>
        <message>
            <source>Never</source>
            <translation>永不</translation>
        </message>
        <message>
            <source>Never: %1</source>
            <translation>永不：%1</translation>
        </message>
        <message>
            <source>%1 UTC</source>
            <translation>%1 UTC</translation>
        </message>
        <message>
            <source>exact</source>
            <translation>精确</translation>
        </message>
        <message>
            <source>sampled, ± %1</source>
            <translation>抽样，± %1</translation>
        </message>
        <message>
            <source>%1, %2 of all</source>
            <translation>%1，占全部的 %2</translation>
        </message>
        <message>
            <source>  %1: %2</source>
            <comment>member of a stack, count</comment>
            <translation>  %1：%2</translation>
        </message>
        <message>
            <source>≈ %1</source>
            <translation>≈ %1</translation>
        </message>
        <message>
            <source>%1: %2, %3 of all, %4</source>
            <comment>bar, documents, share, exactness</comment>
            <translation>%1：%2，占全部的 %3，%4</translation>
        </message>
        <message>
            <source>none found</source>
            <translation>没有发现</translation>
        </message>
        <message>
            <source>not all was counted</source>
            <translation>未全部统计</translation>
        </message>
        <message>
            <source>%1: %2, %3</source>
            <comment>bar, documents, exactness</comment>
            <translation>%1：%2，%3</translation>
        </message>
        <message>
            <source>sampled</source>
            <translation>抽样</translation>
        </message>
        <message>
            <source>estimated</source>
            <translation>估计</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <comment>exactness, source</comment>
            <translation>%1，%2</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::Spotlight</name>
        <message>
            <source>Leave (Escape)</source>
            <translation>离开 (Esc)</translation>
        </message>
        <message>
            <source>The step before (Left arrow)</source>
            <translation>上一步（左箭头）</translation>
        </message>
        <message>
            <source>The next step (Right arrow)</source>
            <translation>下一步（右箭头）</translation>
        </message>
        <message>
            <source>S&amp;kip</source>
            <translation>跳过(&amp;K)</translation>
        </message>
        <message>
            <source>&amp;Back</source>
            <translation>上一步(&amp;B)</translation>
        </message>
        <message>
            <source>&amp;Next</source>
            <translation>下一步(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Done</source>
            <translation>完成(&amp;D)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::TableColumns</name>
        <message>
            <source>Columns and order</source>
            <translation>列和排序</translation>
        </message>
        <message>
            <source>&amp;Fit widths to the contents</source>
            <translation>按内容调整列宽(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Reset the columns</source>
            <translation>恢复默认列(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Sort by</source>
            <translation>排序依据(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Ascending</source>
            <translation>升序(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Descending</source>
            <translation>降序(&amp;D)</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::TableView</name>
        <message>
            <source>Sorted by %1, ascending</source>
            <translation>按“%1”升序排列</translation>
        </message>
        <message>
            <source>Sorted by %1, descending</source>
            <translation>按“%1”降序排列</translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::ZoneTicks</name>
        <message>
            <source>d MMM</source>
            <extracomment>a day on an axis, in QLocale's format letters</extracomment>
            <translation>M月d日</translation>
        </message>
        <message>
            <source>MMM yyyy</source>
            <extracomment>a month on an axis, in QLocale's format letters</extracomment>
            <translation>yyyy年M月</translation>
        </message>
    </context>
</TS>
