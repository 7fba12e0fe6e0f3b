// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explorer/inspector_view.h"

#include "app/presenters/explorer/inspector_presenter.h"
#include "ui/words/tone_mapping.h"
#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"
#include "widgets/views/wrapped_label.h"

#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass::ui {

InspectorView::InspectorView(presenters::InspectorPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_title(addText(QStringLiteral("inspectorTitleLabel")))
    , m_subtitle(addText(QStringLiteral("inspectorSubtitleLabel")))
    , m_explanation(addText(QStringLiteral("inspectorExplanationLabel")))
    , m_next(new QPushButton(tr("Go to the na&vigator"), this))
    , m_source(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("inspectorView"));
    QFont heading = font();
    heading.setBold(true);
    heading.setPointSizeF(heading.pointSizeF() * 1.15);
    m_title->setFont(heading);
    m_subtitle->setProperty("muted", true);
    m_source->setObjectName(QStringLiteral("inspectorSourceEdit"));
    m_source->setAccessibleName(tr("Definition as JSON"));
    m_source->setReadOnly(true);
    // read-only: Tab leads on
    m_source->setTabChangesFocus(true);
    m_source->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_facts = new QWidget(this);
    // with margins the layout gives wrapped values the height of lines that are wider than they are
    (new QFormLayout(m_facts))->setContentsMargins(0, 0, 0, 0);

    auto* column = new QVBoxLayout(this);
    column->addWidget(m_title);
    column->addWidget(m_subtitle);
    column->addWidget(m_explanation);
    m_next->setObjectName(QStringLiteral("inspectorNextButton"));
    m_next->setAccessibleName(m_next->text().remove(u'&'));
    // outside dialogs Enter presses no other buttons
    m_next->setAutoDefault(true);
    column->addWidget(m_next, 0, Qt::AlignLeft);
    connect(m_next, &QPushButton::clicked, this, &InspectorView::navigatorRequested);
    column->addWidget(m_facts);
    column->addWidget(m_source, 1);
    // keeps the text together at the top while there is no definition to show
    column->addStretch(0);
    connect(&m_presenter, &presenters::InspectorPresenter::stateChanged, this,
            &InspectorView::showState);
    // the facts have colours of the theme
    connect(&widgets::Appearance::instance(), &widgets::Appearance::changed, this,
            &InspectorView::showFacts);
    showState();
}

QLabel* InspectorView::addText(const QString& objectName)
{
    auto* label = new widgets::WrappedLabel(this);
    label->setObjectName(objectName);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

void InspectorView::showState()
{
    const presenters::InspectorState& state = m_presenter.state();
    const bool something = !state.title.isEmpty();
    m_title->setText(something ? widgets::visibleText(state.title) : tr("Nothing selected"));
    m_subtitle->setText(
        something
            ? widgets::visibleText(state.subtitle)
            : tr("Select an index, a collection or a document to see when it expires and why."));
    QStringList sentences{state.explanation};
    if (state.failure) {
        sentences = {state.failure->sentence, state.failure->advice, state.explanation};
    }
    sentences.removeAll(QString());
    m_explanation->setText(widgets::visibleText(sentences.join(u' ')));
    m_explanation->setVisible(!m_explanation->text().isEmpty());
    m_next->setVisible(!something);
    m_source->setVisible(!state.source.isEmpty());
    // setPlainText() would scroll back to the top and drop the selection
    if (m_source->toPlainText() != state.source) {
        m_source->setPlainText(state.source);
    }
    showFacts();
}

void InspectorView::showFacts()
{
    auto* form = static_cast<QFormLayout*>(m_facts->layout());
    const auto& facts = m_presenter.state().facts;
    // rows are reused, which keeps a selection in their text
    while (form->rowCount() > static_cast<int>(facts.size())) {
        form->removeRow(form->rowCount() - 1);
    }
    for (int i = 0; i < static_cast<int>(facts.size()); ++i) {
        const presenters::Fact& fact = facts[static_cast<std::size_t>(i)];
        if (i >= form->rowCount()) {
            auto* label = addText(QStringLiteral("factNameLabel%1").arg(i));
            // the labels set the width of their column
            label->setWordWrap(false);
            QLabel* shown = addText(QStringLiteral("factValueLabel%1").arg(i));
            // Tab stops here, so that the value can be selected and copied without a mouse
            shown->setFocusPolicy(Qt::StrongFocus);
            form->addRow(label, shown);
        }
        // all widgets in this form come from addText()
        static_cast<QLabel*>(form->itemAt(i, QFormLayout::LabelRole)->widget())
            ->setText(widgets::visibleText(fact.label));
        auto* value = static_cast<QLabel*>(form->itemAt(i, QFormLayout::FieldRole)->widget());
        value->setText(widgets::visibleText(fact.value));
        value->setAccessibleName(
            widgets::visibleText(fact.label + QStringLiteral(": ") + fact.value));
        QPalette colors = palette();
        colors.setColor(QPalette::WindowText, widgets::color(roleOf(fact.tone)));
        value->setPalette(colors);
    }
    m_facts->setVisible(!facts.empty());
}

QSize InspectorView::minimumSizeHint() const
{
    // a name without blanks is not wrapped; it must not make the window wider than the screen
    const QSize least = QWidget::minimumSizeHint();
    return {std::min(least.width(), widgets::emPixels(this, 18)), least.height()};
}

} // namespace sandglass::ui

#include "moc_inspector_view.cpp"
