<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
    <context>
        <name>Alerts</name>
        <message numerus="yes">
            <source>%Ln document(s) of %1 overdue, the oldest for %2.</source>
            <extracomment>%1 is a rule such as "shop.sessions.lastSeen_1", %2 a duration such as "2 h"</extracomment>
            <translation>
                <numerusform>%Ln document of %1 overdue, the oldest for %2.</numerusform>
                <numerusform>%Ln documents of %1 overdue, the oldest for %2.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>No TTL pass for %1, although %Ln document(s) are overdue.</source>
            <extracomment>%1 is a duration such as "3 min"</extracomment>
            <translation>
                <numerusform>No TTL pass for %1, although %Ln document is overdue.</numerusform>
                <numerusform>No TTL pass for %1, although %Ln documents are overdue.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) of %1 fall due within an hour.</source>
            <translation>
                <numerusform>%Ln document of %1 fall due within an hour.</numerusform>
                <numerusform>%Ln documents of %1 fall due within an hour.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) of %1 fall due within a day.</source>
            <translation>
                <numerusform>%Ln document of %1 fall due within a day.</numerusform>
                <numerusform>%Ln documents of %1 fall due within a day.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ConnectionTest</name>
        <message numerus="yes">
            <source>%Ln database(s), and the TTL monitor's counters</source>
            <translation>
                <numerusform>%Ln database, and the TTL monitor's counters</numerusform>
                <numerusform>%Ln databases, and the TTL monitor's counters</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln database(s); the TTL monitor's parameters, but no counters</source>
            <translation>
                <numerusform>%Ln database; the TTL monitor's parameters, but no counters</numerusform>
                <numerusform>%Ln databases; the TTL monitor's parameters, but no counters</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln database(s); nothing about the TTL monitor</source>
            <translation>
                <numerusform>%Ln database; nothing about the TTL monitor</numerusform>
                <numerusform>%Ln databases; nothing about the TTL monitor</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Doctor</name>
        <message numerus="yes">
            <source>%Ln rule(s) checked.</source>
            <translation>
                <numerusform>%Ln rule checked.</numerusform>
                <numerusform>%Ln rules checked.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln rule(s) apply independently: %1.</source>
            <translation>
                <numerusform>%Ln rule apply independently: %1.</numerusform>
                <numerusform>%Ln rules apply independently: %1.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>$indexStats counts %Ln use(s) by queries; it does not count TTL deletions.</source>
            <translation>
                <numerusform>$indexStats counts %Ln use by queries; it does not count TTL deletions.</numerusform>
                <numerusform>$indexStats counts %Ln uses by queries; it does not count TTL deletions.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Not due yet: %Ln document(s).</source>
            <translation>
                <numerusform>Not due yet: %Ln document.</numerusform>
                <numerusform>Not due yet: %Ln documents.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Failure</name>
        <message numerus="yes">
            <source>Before that, %Ln document(s) were deleted.</source>
            <translation>
                <numerusform>Before that, %Ln document was deleted.</numerusform>
                <numerusform>Before that, %Ln documents were deleted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) were deleted, as reading back shows.</source>
            <translation>
                <numerusform>%Ln document was deleted, as reading back shows.</numerusform>
                <numerusform>%Ln documents were deleted, as reading back shows.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Figures</name>
        <message numerus="yes">
            <source>%Ln rule(s) could not be counted.</source>
            <translation>
                <numerusform>%Ln rule could not be counted.</numerusform>
                <numerusform>%Ln rules could not be counted.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Journal</name>
        <message numerus="yes">
            <source>%Ln document(s)</source>
            <translation>
                <numerusform>%Ln document</numerusform>
                <numerusform>%Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) will go with the next pass</source>
            <translation>
                <numerusform>%Ln document will go with the next pass</numerusform>
                <numerusform>%Ln documents will go with the next pass</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>at least %Ln document(s)</source>
            <translation>
                <numerusform>at least %Ln document</numerusform>
                <numerusform>at least %Ln documents</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Members</name>
        <message numerus="yes">
            <source>… and %Ln more rule(s)</source>
            <translation>
                <numerusform>… and %Ln more rule</numerusform>
                <numerusform>… and %Ln more rules</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The documents of %Ln rule(s) could not be counted.</source>
            <translation>
                <numerusform>The documents of %Ln rule could not be counted.</numerusform>
                <numerusform>The documents of %Ln rules could not be counted.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Picture</name>
        <message numerus="yes">
            <source>%Ln more collection(s)</source>
            <translation>
                <numerusform>%Ln more collection</numerusform>
                <numerusform>%Ln more collections</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PictureCaption</name>
        <message numerus="yes">
            <source>Expirations of %Ln rule(s) after the change</source>
            <translation>
                <numerusform>Expirations of %Ln rule after the change</numerusform>
                <numerusform>Expirations of %Ln rules after the change</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Purge</name>
        <message numerus="yes">
            <source>%Ln ms</source>
            <translation>
                <numerusform>%Ln ms</numerusform>
                <numerusform>%Ln ms</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Writing the archive: %Ln document(s) so far.</source>
            <translation>
                <numerusform>Writing the archive: %Ln document so far.</numerusform>
                <numerusform>Writing the archive: %Ln documents so far.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) deleted</source>
            <translation>
                <numerusform>%Ln document deleted</numerusform>
                <numerusform>%Ln documents deleted</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln left</source>
            <translation>
                <numerusform>%Ln left</numerusform>
                <numerusform>%Ln left</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln batch(es), the slowest took %1</source>
            <translation>
                <numerusform>%Ln batch, the slowest took %1</numerusform>
                <numerusform>%Ln batches, the slowest took %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln archived document(s) had already been deleted</source>
            <translation>
                <numerusform>%Ln archived document had already been deleted</numerusform>
                <numerusform>%Ln archived documents had already been deleted</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archive of %Ln document(s), verified: %1</source>
            <translation>
                <numerusform>Archive of %Ln document, verified: %1</numerusform>
                <numerusform>Archive of %Ln documents, verified: %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archive %Ln document(s)</source>
            <translation>
                <numerusform>Archive %Ln document</numerusform>
                <numerusform>Archive %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>in %Ln stage(s)</source>
            <extracomment>second half of "Delete 1 234 documents in 3 stages"</extracomment>
            <translation>
                <numerusform>in %Ln stage</numerusform>
                <numerusform>in %Ln stages</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %Ln document(s) %1</source>
            <translation>
                <numerusform>Delete %Ln document %1</numerusform>
                <numerusform>Delete %Ln documents %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archive, then delete %Ln document(s) %1</source>
            <extracomment>%1 is "in 3 stages"</extracomment>
            <translation>
                <numerusform>Archive, then delete %Ln document %1</numerusform>
                <numerusform>Archive, then delete %Ln documents %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %Ln left</source>
            <translation>
                <numerusform>about %Ln left</numerusform>
                <numerusform>about %Ln left</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Resume and delete %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Resume and delete %Ln document</numerusform>
                <numerusform>&amp;Resume and delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Resume and delete about %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Resume and delete about %Ln document</numerusform>
                <numerusform>&amp;Resume and delete about %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archive about %Ln document(s)</source>
            <translation>
                <numerusform>Archive about %Ln document</numerusform>
                <numerusform>Archive about %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete about %Ln document(s) in stages</source>
            <translation>
                <numerusform>Delete about %Ln document in stages</numerusform>
                <numerusform>Delete about %Ln documents in stages</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archive, then delete about %Ln document(s) in stages</source>
            <translation>
                <numerusform>Archive, then delete about %Ln document in stages</numerusform>
                <numerusform>Archive, then delete about %Ln documents in stages</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>At least %Ln document(s) deleted</source>
            <translation>
                <numerusform>At least %Ln document deleted</numerusform>
                <numerusform>At least %Ln documents deleted</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>at most %Ln left</source>
            <translation>
                <numerusform>at most %Ln left</numerusform>
                <numerusform>at most %Ln left</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Resume and delete at most %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Resume and delete at most %Ln document</numerusform>
                <numerusform>&amp;Resume and delete at most %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Left, or touched since the count: %Ln document(s)</source>
            <translation>
                <numerusform>Left, or touched since the count: %Ln document</numerusform>
                <numerusform>Left, or touched since the count: %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Left, or touched since the count: at most %Ln document(s)</source>
            <translation>
                <numerusform>Left, or touched since the count: at most %Ln document</numerusform>
                <numerusform>Left, or touched since the count: at most %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Changed since the archive was written, and kept: %Ln document(s)</source>
            <translation>
                <numerusform>Changed since the archive was written, and kept: %Ln document</numerusform>
                <numerusform>Changed since the archive was written, and kept: %Ln documents</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ServerHealth</name>
        <message numerus="yes">
            <source>The same is true of %Ln more collection(s).</source>
            <translation>
                <numerusform>The same is true of %Ln more collection.</numerusform>
                <numerusform>The same is true of %Ln more collections.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>TrashWords</name>
        <message numerus="yes">
            <source>%Ln document(s)</source>
            <translation>
                <numerusform>%Ln document</numerusform>
                <numerusform>%Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>What expires is kept here for %Ln day(s).</source>
            <translation>
                <numerusform>What expires is kept here for %Ln day.</numerusform>
                <numerusform>What expires is kept here for %Ln days.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>What expires is kept here for %Ln day(s), up to %1.</source>
            <extracomment>%1: a size such as "1.0 GiB"</extracomment>
            <translation>
                <numerusform>What expires is kept here for %Ln day, up to %1.</numerusform>
                <numerusform>What expires is kept here for %Ln days, up to %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::ActivityPresenter</name>
        <message numerus="yes">
            <source>%1 of %Ln change(s)</source>
            <extracomment>%1 is the number of changes that fit the filter: "3 of 20 changes"</extracomment>
            <translation>
                <numerusform>%1 of %Ln change</numerusform>
                <numerusform>%1 of %Ln changes</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::BatchChangePresenter</name>
        <message numerus="yes">
            <source>%Ln rule(s)</source>
            <translation>
                <numerusform>%Ln rule</numerusform>
                <numerusform>%Ln rules</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change %Ln rule(s)</source>
            <translation>
                <numerusform>Change %Ln rule</numerusform>
                <numerusform>Change %Ln rules</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s)</source>
            <translation>
                <numerusform>%Ln document</numerusform>
                <numerusform>%Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %Ln document(s)</source>
            <translation>
                <numerusform>about %Ln document</numerusform>
                <numerusform>about %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The documents of %Ln rule(s) now expire at the date stored in them. After the change the period is added to that date.</source>
            <translation>
                <numerusform>The documents of %Ln rule now expire at the date stored in them. After the change the period is added to that date.</numerusform>
                <numerusform>The documents of %Ln rules now expire at the date stored in them. After the change the period is added to that date.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln more</source>
            <translation>
                <numerusform>%Ln more</numerusform>
                <numerusform>%Ln more</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%1 of %Ln rule(s) changed</source>
            <extracomment>%1 is a number: "3 of 12 rules changed"</extracomment>
            <translation>
                <numerusform>%1 of %Ln rule changed</numerusform>
                <numerusform>%1 of %Ln rules changed</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Cancelled: %1 of %Ln rule(s) were changed, each of which can be undone in the journal. The others are as before.</source>
            <extracomment>%1 is a number: "Cancelled: 3 of 12 rules were changed, …"</extracomment>
            <translation>
                <numerusform>Cancelled: %1 of %Ln rule was changed, each of which can be undone in the journal. The others are as before.</numerusform>
                <numerusform>Cancelled: %1 of %Ln rules were changed, each of which can be undone in the journal. The others are as before.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Adding up the timeline: %1 of %Ln rule(s) so far.</source>
            <extracomment>%1 is a number: "Adding up the timeline: 2 of 5 rules so far."</extracomment>
            <translation>
                <numerusform>Adding up the timeline: %1 of %Ln rule so far.</numerusform>
                <numerusform>Adding up the timeline: %1 of %Ln rules so far.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln rule(s) could not be read.</source>
            <translation>
                <numerusform>%Ln rule could not be read.</numerusform>
                <numerusform>%Ln rules could not be read.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::ChangeIndexPresenter</name>
        <message numerus="yes">
            <source>Convert and delete %Ln document(s)</source>
            <translation>
                <numerusform>Convert and delete %Ln document</numerusform>
                <numerusform>Convert and delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change and delete %Ln document(s)</source>
            <translation>
                <numerusform>Change and delete %Ln document</numerusform>
                <numerusform>Change and delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Switch on and delete %Ln document(s)</source>
            <translation>
                <numerusform>Switch on and delete %Ln document</numerusform>
                <numerusform>Switch on and delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change and delete about %Ln document(s)</source>
            <translation>
                <numerusform>Change and delete about %Ln document</numerusform>
                <numerusform>Change and delete about %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Switch on and delete about %Ln document(s)</source>
            <translation>
                <numerusform>Switch on and delete about %Ln document</numerusform>
                <numerusform>Switch on and delete about %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Convert and delete about %Ln document(s)</source>
            <translation>
                <numerusform>Convert and delete about %Ln document</numerusform>
                <numerusform>Convert and delete about %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>About %Ln document(s) will go with the next pass</source>
            <translation>
                <numerusform>About %Ln document will go with the next pass</numerusform>
                <numerusform>About %Ln documents will go with the next pass</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>At most %Ln document(s) will go with the next pass</source>
            <translation>
                <numerusform>At most %Ln document will go with the next pass</numerusform>
                <numerusform>At most %Ln documents will go with the next pass</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) will then no longer expire by this rule.</source>
            <translation>
                <numerusform>%Ln document will then no longer expire by this rule.</numerusform>
                <numerusform>%Ln documents will then no longer expire by this rule.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>About %Ln document(s) will then no longer expire by this rule.</source>
            <translation>
                <numerusform>About %Ln document will then no longer expire by this rule.</numerusform>
                <numerusform>About %Ln documents will then no longer expire by this rule.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) will then never expire.</source>
            <translation>
                <numerusform>%Ln document will then never expire.</numerusform>
                <numerusform>%Ln documents will then never expire.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>About %Ln document(s) will then never expire.</source>
            <translation>
                <numerusform>About %Ln document will then never expire.</numerusform>
                <numerusform>About %Ln documents will then never expire.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::CollectionPresenter</name>
        <message numerus="yes">
            <source>%Ln document(s) · %1</source>
            <extracomment>%1 is a size such as "12.3 MiB"</extracomment>
            <translation>
                <numerusform>%Ln document · %1</numerusform>
                <numerusform>%Ln documents · %1</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::ConnectFormPresenter</name>
        <message numerus="yes">
            <source>%Ln connection(s) imported.</source>
            <translation>
                <numerusform>%Ln connection imported.</numerusform>
                <numerusform>%Ln connections imported.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln connection(s) exported, without passwords.</source>
            <translation>
                <numerusform>%Ln connection exported, without passwords.</numerusform>
                <numerusform>%Ln connections exported, without passwords.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::CreateIndexPresenter</name>
        <message numerus="yes">
            <source>Create and delete %Ln document(s)</source>
            <translation>
                <numerusform>Create and delete %Ln document</numerusform>
                <numerusform>Create and delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Create and delete about %Ln document(s)</source>
            <translation>
                <numerusform>Create and delete about %Ln document</numerusform>
                <numerusform>Create and delete about %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Build index and delete %Ln document(s)</source>
            <translation>
                <numerusform>Build index and delete %Ln document</numerusform>
                <numerusform>Build index and delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Build index and delete about %Ln document(s)</source>
            <translation>
                <numerusform>Build index and delete about %Ln document</numerusform>
                <numerusform>Build index and delete about %Ln documents</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::DoctorPresenter</name>
        <message numerus="yes">
            <source>%Ln cause(s) found.</source>
            <translation>
                <numerusform>%Ln cause found.</numerusform>
                <numerusform>%Ln causes found.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln warning(s).</source>
            <translation>
                <numerusform>%Ln warning.</numerusform>
                <numerusform>%Ln warnings.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln check(s) not permitted.</source>
            <translation>
                <numerusform>%Ln check not permitted.</numerusform>
                <numerusform>%Ln checks not permitted.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::DocumentsPresenter</name>
        <message numerus="yes">
            <source>%Ln document(s) touched.</source>
            <translation>
                <numerusform>%Ln document touched.</numerusform>
                <numerusform>%Ln documents touched.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) given a new date.</source>
            <translation>
                <numerusform>%Ln document given a new date.</numerusform>
                <numerusform>%Ln documents given a new date.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) inserted.</source>
            <translation>
                <numerusform>%Ln document inserted.</numerusform>
                <numerusform>%Ln documents inserted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) replaced.</source>
            <translation>
                <numerusform>%Ln document replaced.</numerusform>
                <numerusform>%Ln documents replaced.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) deleted.</source>
            <translation>
                <numerusform>%Ln document deleted.</numerusform>
                <numerusform>%Ln documents deleted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %Ln document(s)? This cannot be undone.</source>
            <translation>
                <numerusform>Delete %Ln document? This cannot be undone.</numerusform>
                <numerusform>Delete %Ln documents? This cannot be undone.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Delete %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Delete %Ln document</numerusform>
                <numerusform>&amp;Delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The rule expires documents at the stored date: with the current time as their date, %Ln document(s) are deleted by the next pass.</source>
            <translation>
                <numerusform>The rule expires documents at the stored date: with the current time as their date, %Ln document is deleted by the next pass.</numerusform>
                <numerusform>The rule expires documents at the stored date: with the current time as their date, %Ln documents are deleted by the next pass.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Touch and delete %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Touch and delete %Ln document</numerusform>
                <numerusform>&amp;Touch and delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Touch %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Touch %Ln document</numerusform>
                <numerusform>&amp;Touch %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>This moment has passed: %Ln document(s) are deleted by the next pass. Deleted documents do not come back.</source>
            <translation>
                <numerusform>This moment has passed: %Ln document is deleted by the next pass. Deleted documents do not come back.</numerusform>
                <numerusform>This moment has passed: %Ln documents are deleted by the next pass. Deleted documents do not come back.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) get a new date.</source>
            <translation>
                <numerusform>%Ln document gets a new date.</numerusform>
                <numerusform>%Ln documents get a new date.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Set the date and delete %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Set the date and delete %Ln document</numerusform>
                <numerusform>&amp;Set the date and delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Set the date of %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Set the date of %Ln document</numerusform>
                <numerusform>&amp;Set the date of %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The documents get their earlier dates again: %Ln document(s) are deleted by the next pass.</source>
            <translation>
                <numerusform>The documents get their earlier dates again: %Ln document is deleted by the next pass.</numerusform>
                <numerusform>The documents get their earlier dates again: %Ln documents are deleted by the next pass.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Undo and delete %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Undo and delete %Ln document</numerusform>
                <numerusform>&amp;Undo and delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) given the earlier date again.</source>
            <translation>
                <numerusform>%Ln document given the earlier date again.</numerusform>
                <numerusform>%Ln documents given the earlier date again.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Left as they are, since another client has changed or deleted them: %Ln document(s).</source>
            <translation>
                <numerusform>Left as they are, since another client has changed or deleted them: %Ln document.</numerusform>
                <numerusform>Left as they are, since another client has changed or deleted them: %Ln documents.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Undo the touch of %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Undo the touch of %Ln document</numerusform>
                <numerusform>&amp;Undo the touch of %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Undo the new date of %Ln document(s)</source>
            <translation>
                <numerusform>&amp;Undo the new date of %Ln document</numerusform>
                <numerusform>&amp;Undo the new date of %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) get the server's current time as the date.</source>
            <translation>
                <numerusform>%Ln document gets the server's current time as the date.</numerusform>
                <numerusform>%Ln documents get the server's current time as the date.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>… and %Ln more document(s)</source>
            <translation>
                <numerusform>… and %Ln more document</numerusform>
                <numerusform>… and %Ln more documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) get the earlier date again.</source>
            <translation>
                <numerusform>%Ln document gets the earlier date again.</numerusform>
                <numerusform>%Ln documents get the earlier date again.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::EnginePresenter</name>
        <message numerus="yes">
            <source>%Ln document(s) loaded.</source>
            <translation>
                <numerusform>%Ln document loaded.</numerusform>
                <numerusform>%Ln documents loaded.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>running since %1, after %Ln restart(s)</source>
            <translation>
                <numerusform>running since %1, after %Ln restart</numerusform>
                <numerusform>running since %1, after %Ln restarts</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::IndexListPresenter</name>
        <message numerus="yes">
            <source>%Ln index(es)</source>
            <extracomment>first part of a caption such as "4 indexes, 2 of them TTL"</extracomment>
            <translation>
                <numerusform>%Ln index</numerusform>
                <numerusform>%Ln indexes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>, %Ln of them TTL</source>
            <extracomment>second part of a caption such as "4 indexes, 2 of them TTL"</extracomment>
            <translation>
                <numerusform>, %Ln of them TTL</numerusform>
                <numerusform>, %Ln of them TTL</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::InventoryPresenter</name>
        <message numerus="yes">
            <source>%Ln database(s) could not be read.</source>
            <translation>
                <numerusform>%Ln database could not be read.</numerusform>
                <numerusform>%Ln databases could not be read.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The indexes of %Ln collection(s) could not be read.</source>
            <translation>
                <numerusform>The indexes of %Ln collection could not be read.</numerusform>
                <numerusform>The indexes of %Ln collections could not be read.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln collection(s) in view counted</source>
            <translation>
                <numerusform>%Ln collection in view counted</numerusform>
                <numerusform>%Ln collections in view counted</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::MembersPresenter</name>
        <message numerus="yes">
            <source>Replica set %1, %Ln member(s)</source>
            <translation>
                <numerusform>Replica set %1, %Ln member</numerusform>
                <numerusform>Replica set %1, %Ln members</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Sharded cluster, %Ln member(s) of its shards</source>
            <translation>
                <numerusform>Sharded cluster, %Ln member of its shards</numerusform>
                <numerusform>Sharded cluster, %Ln members of its shards</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Overdue documents of %Ln rule(s), counted at %1.</source>
            <translation>
                <numerusform>Overdue documents of %Ln rule, counted at %1.</numerusform>
                <numerusform>Overdue documents of %Ln rules, counted at %1.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln rule(s) could not be counted.</source>
            <translation>
                <numerusform>%Ln rule could not be counted.</numerusform>
                <numerusform>%Ln rules could not be counted.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::NavigatorModel</name>
        <message numerus="yes">
            <source>%Ln TTL rule(s)</source>
            <translation>
                <numerusform>%Ln TTL rule</numerusform>
                <numerusform>%Ln TTL rules</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>at least %Ln TTL rule(s)</source>
            <translation>
                <numerusform>at least %Ln TTL rule</numerusform>
                <numerusform>at least %Ln TTL rules</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::PurgeNoticePresenter</name>
        <message numerus="yes">
            <source>A staged purge of %1 was interrupted; %Ln document(s) were left.</source>
            <translation>
                <numerusform>A staged purge of %1 was interrupted; %Ln document was left.</numerusform>
                <numerusform>A staged purge of %1 was interrupted; %Ln documents were left.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>A staged purge of %1 was interrupted; at most %Ln document(s) were left.</source>
            <translation>
                <numerusform>A staged purge of %1 was interrupted; at most %Ln document was left.</numerusform>
                <numerusform>A staged purge of %1 was interrupted; at most %Ln documents were left.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>A staged purge of %1 was interrupted; about %Ln document(s) were left.</source>
            <translation>
                <numerusform>A staged purge of %1 was interrupted; about %Ln document was left.</numerusform>
                <numerusform>A staged purge of %1 was interrupted; about %Ln documents were left.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::StatusPresenter</name>
        <message numerus="yes">
            <source>%Ln task(s)</source>
            <translation>
                <numerusform>%Ln task</numerusform>
                <numerusform>%Ln tasks</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::TtlHoldPresenter</name>
        <message numerus="yes">
            <source>At most %Ln document(s) are due by %1 of %2; they could not be counted.</source>
            <translation>
                <numerusform>At most %Ln document is due by %1 of %2; they could not be counted.</numerusform>
                <numerusform>At most %Ln documents are due by %1 of %2; they could not be counted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) are due by %1 of %2.</source>
            <extracomment>%1: an index; %2: a collection</extracomment>
            <translation>
                <numerusform>%Ln document is due by %1 of %2.</numerusform>
                <numerusform>%Ln documents are due by %1 of %2.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>At most %Ln document(s) became due by %1 of %2 while the engine did not run, or were due when they were written; they could not be counted. They are kept until you confirm that they may go.</source>
            <translation>
                <numerusform>At most %Ln document became due by %1 of %2 while the engine did not run, or were due when they were written; they could not be counted. They are kept until you confirm that they may go.</numerusform>
                <numerusform>At most %Ln documents became due by %1 of %2 while the engine did not run, or were due when they were written; they could not be counted. They are kept until you confirm that they may go.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) became due by %1 of %2 while the engine did not run, were due when they were written, or were put back. They are kept until you confirm that they may go.</source>
            <extracomment>%1: an index; %2: a collection</extracomment>
            <translation>
                <numerusform>%Ln document became due by %1 of %2 while the engine did not run, were due when they were written, or were put back. They are kept until you confirm that they may go.</numerusform>
                <numerusform>%Ln documents became due by %1 of %2 while the engine did not run, were due when they were written, or were put back. They are kept until you confirm that they may go.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>At most %Ln document(s) are deleted with the next pass. They do not come back.</source>
            <translation>
                <numerusform>At most %Ln document is deleted with the next pass. They do not come back.</numerusform>
                <numerusform>At most %Ln documents are deleted with the next pass. They do not come back.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) are deleted with the next pass. They do not come back.</source>
            <translation>
                <numerusform>%Ln document is deleted with the next pass. They do not come back.</numerusform>
                <numerusform>%Ln documents are deleted with the next pass. They do not come back.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::UndoPresenter</name>
        <message numerus="yes">
            <source>Undo and delete %Ln document(s)</source>
            <translation>
                <numerusform>Undo and delete %Ln document</numerusform>
                <numerusform>Undo and delete %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Undo and delete about %Ln document(s)</source>
            <translation>
                <numerusform>Undo and delete about %Ln document</numerusform>
                <numerusform>Undo and delete about %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Gives %Ln document(s) of %1 the earlier value of %2 again.</source>
            <extracomment>%1 is a collection, %2 a field</extracomment>
            <translation>
                <numerusform>Gives %Ln document of %1 the earlier value of %2 again.</numerusform>
                <numerusform>Gives %Ln documents of %1 the earlier value of %2 again.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln document(s) are due then, for the next pass to delete.</source>
            <translation>
                <numerusform>%Ln document is due then, for the next pass to delete.</numerusform>
                <numerusform>%Ln documents are due then, for the next pass to delete.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Up to %Ln document(s) are due then, for the next pass to delete: the rule has a partial filter.</source>
            <translation>
                <numerusform>Up to %Ln document is due then, for the next pass to delete: the rule has a partial filter.</numerusform>
                <numerusform>Up to %Ln documents are due then, for the next pass to delete: the rule has a partial filter.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Nothing was changed. Another client has since deleted %Ln document(s) or changed their %1.</source>
            <translation>
                <numerusform>Nothing was changed. Another client has since deleted %Ln document or changed their %1.</numerusform>
                <numerusform>Nothing was changed. Another client has since deleted %Ln documents or changed their %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::WhatIfPresenter</name>
        <message numerus="yes">
            <source>Counted in %Ln step(s) over all dates; documents are assumed to be spread evenly within a step.</source>
            <translation>
                <numerusform>Counted in %Ln step over all dates; documents are assumed to be spread evenly within a step.</numerusform>
                <numerusform>Counted in %Ln steps over all dates; documents are assumed to be spread evenly within a step.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::BatchChangeDialog</name>
        <message numerus="yes">
            <source>Change Expiry of %Ln Rule(s)</source>
            <translation>
                <numerusform>Change Expiry of %Ln Rule</numerusform>
                <numerusform>Change Expiry of %Ln Rules</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::HelpSidebar</name>
        <message numerus="yes">
            <source>%Ln place(s) found</source>
            <translation>
                <numerusform>%Ln place found</numerusform>
                <numerusform>%Ln places found</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln or more place(s) found</source>
            <translation>
                <numerusform>%Ln or more place found</numerusform>
                <numerusform>%Ln or more places found</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::InventoryPage</name>
        <message numerus="yes">
            <source>%Ln TTL rule(s)</source>
            <translation>
                <numerusform>%Ln TTL rule</numerusform>
                <numerusform>%Ln TTL rules</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln collection(s)</source>
            <translation>
                <numerusform>%Ln collection</numerusform>
                <numerusform>%Ln collections</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%1 of %Ln TTL rule(s)</source>
            <extracomment>%1 is the number of rules that fit the filter: "5 of 215 TTL rules"</extracomment>
            <translation>
                <numerusform>%1 of %Ln TTL rule</numerusform>
                <numerusform>%1 of %Ln TTL rules</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>at least %Ln TTL rule(s)</source>
            <translation>
                <numerusform>at least %Ln TTL rule</numerusform>
                <numerusform>at least %Ln TTL rules</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change &amp;expiry of %Ln rule(s)…</source>
            <translation>
                <numerusform>Change &amp;expiry of %Ln rule…</numerusform>
                <numerusform>Change &amp;expiry of %Ln rules…</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::NodeDelegate</name>
        <message numerus="yes">
            <source>%Ln rule(s)</source>
            <translation>
                <numerusform>%Ln rule</numerusform>
                <numerusform>%Ln rules</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>≥ %Ln rule(s)</source>
            <translation>
                <numerusform>≥ %Ln rule</numerusform>
                <numerusform>≥ %Ln rules</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::SelectionBar</name>
        <message numerus="yes">
            <source>Selected %1 – %2: %Ln document(s)</source>
            <extracomment>%1 and %2 are moments, the last one with its zone; the number of documents stands for %n</extracomment>
            <translation>
                <numerusform>Selected %1 – %2: %Ln document</numerusform>
                <numerusform>Selected %1 – %2: %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Selected %1 – %2: about %Ln document(s)</source>
            <translation>
                <numerusform>Selected %1 – %2: about %Ln document</numerusform>
                <numerusform>Selected %1 – %2: about %Ln documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Selected %1 – %2: at least %Ln document(s)</source>
            <translation>
                <numerusform>Selected %1 – %2: at least %Ln document</numerusform>
                <numerusform>Selected %1 – %2: at least %Ln documents</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::DurationSlider</name>
        <message numerus="yes">
            <source>%Ln second(s)</source>
            <translation>
                <numerusform>%Ln second</numerusform>
                <numerusform>%Ln seconds</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::widgets::RowText</name>
        <message numerus="yes">
            <source>%1 document(s)</source>
            <extracomment>%1 is the number with its digits grouped; %n is the same number, for the plural form</extracomment>
            <translation>
                <numerusform>%1 document</numerusform>
                <numerusform>%1 documents</numerusform>
            </translation>
        </message>
    </context>
</TS>
