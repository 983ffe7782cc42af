import { useTranslation } from 'react-i18next'
import { planText, readText } from '../model/row-text.ts'
import { type EditorProps, Row } from '../row.tsx'
import { useDraft } from '../use-draft.ts'
import { usePanel } from '../use-panel.ts'
import { ExpressionInput } from '../variables/expression-input.tsx'
import { useFinding } from '../variables/use-finding.ts'

/** Edits a text that may contain an expression, which is checked shortly after each key. */
export function ExpressionEditor({ element, row }: EditorProps) {
  const { t } = useTranslation()
  const { apply, options } = usePanel()
  const draft = useDraft(readText(element, row), (text) => apply(planText(element, row, text, options)))
  const finding = useFinding(draft.text)
  return (
    <Row
      row={row}
      isWide={draft.text.length > 24}
      fault={finding === null ? null : t('modeller.panel.fault', { message: finding.message, at: finding.from + 1 })}
    >
      {(control) => (
        <ExpressionInput
          id={control.id}
          describedBy={control['aria-describedby']}
          hasFault={control.error}
          text={draft.text}
          onChange={draft.set}
          onBlur={draft.leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault()
              draft.leave()
            } else draft.onKeyDown(event)
          }}
        />
      )}
    </Row>
  )
}
