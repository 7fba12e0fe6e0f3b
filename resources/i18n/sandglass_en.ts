<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
    <context>
        <name>Journal</name>
        <message numerus="yes">
            <source>%Ln document(s)</source>
            <translation>
                <numerusform>%Ln document</numerusform>
                <numerusform>%Ln documents</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Picture</name>
        <message numerus="yes">
            <source>%n more collection(s)</source>
            <translation>
                <numerusform>%n more collection</numerusform>
                <numerusform>%n more collections</numerusform>
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
        <name>sandglass::presenters::CreateIndexPresenter</name>
        <message numerus="yes">
            <source>Create and delete %Ln document(s)</source>
            <translation>
                <numerusform>Create and delete %Ln document</numerusform>
                <numerusform>Create and delete %Ln documents</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::DocumentsPresenter</name>
        <message numerus="yes">
            <source>%n document(s) touched.</source>
            <translation>
                <numerusform>%n document touched.</numerusform>
                <numerusform>%n documents touched.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n document(s) given a new date.</source>
            <translation>
                <numerusform>%n document given a new date.</numerusform>
                <numerusform>%n documents given a new date.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n document(s) inserted.</source>
            <translation>
                <numerusform>%n document inserted.</numerusform>
                <numerusform>%n documents inserted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n document(s) replaced.</source>
            <translation>
                <numerusform>%n document replaced.</numerusform>
                <numerusform>%n documents replaced.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n document(s) deleted.</source>
            <translation>
                <numerusform>%n document deleted.</numerusform>
                <numerusform>%n documents deleted.</numerusform>
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
    </context>
    <context>
        <name>sandglass::presenters::IndexListPresenter</name>
        <message numerus="yes">
            <source>%n index(es)</source>
            <extracomment>first part of a caption such as "4 indexes, 2 of them TTL"</extracomment>
            <translation>
                <numerusform>%n index</numerusform>
                <numerusform>%n indexes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>, %n of them TTL</source>
            <extracomment>second part of a caption such as "4 indexes, 2 of them TTL"</extracomment>
            <translation>
                <numerusform>, %n of them TTL</numerusform>
                <numerusform>, %n of them TTL</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::NavigatorModel</name>
        <message numerus="yes">
            <source>%n TTL rule(s)</source>
            <translation>
                <numerusform>%n TTL rule</numerusform>
                <numerusform>%n TTL rules</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::presenters::StatusPresenter</name>
        <message numerus="yes">
            <source>%n task(s)</source>
            <translation>
                <numerusform>%n task</numerusform>
                <numerusform>%n tasks</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::DocumentsTab</name>
        <message numerus="yes">
            <source>Delete %n document(s)? This cannot be undone.</source>
            <translation>
                <numerusform>Delete %n document? This cannot be undone.</numerusform>
                <numerusform>Delete %n documents? This cannot be undone.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>&amp;Delete %n document(s)</source>
            <translation>
                <numerusform>&amp;Delete %n document</numerusform>
                <numerusform>&amp;Delete %n documents</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::InventoryPage</name>
        <message numerus="yes">
            <source>%n TTL rule(s)</source>
            <translation>
                <numerusform>%n TTL rule</numerusform>
                <numerusform>%n TTL rules</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n collection(s)</source>
            <translation>
                <numerusform>%n collection</numerusform>
                <numerusform>%n collections</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>sandglass::ui::NodeDelegate</name>
        <message numerus="yes">
            <source>%n rule(s)</source>
            <translation>
                <numerusform>%n rule</numerusform>
                <numerusform>%n rules</numerusform>
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
