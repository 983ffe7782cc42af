import type { ModdleElement } from '@millrace/bpmn/moddle'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './panel.module.css'
import { useDraft } from './use-draft.ts'
import { usePanel } from './use-panel.ts'
import { ExpressionInput } from './variables/expression-input.tsx'

/** Edits the text of an element of a vendor, such as the value of a parameter or a script. */
export function BodyRow({ element }: { element: ModdleElement }) {
  const { t } = useTranslation()
  const { apply } = usePanel()
  const id = useId()
  const draft = useDraft(String(element.get('body') ?? '').trim(), (text) =>
    apply([{ element, properties: { body: text === '' ? undefined : text } }]),
  )
  return (
    <div className={classes.row} data-property="body">
      <label htmlFor={id}>{t('modeller.properties.body')}</label>
      <ExpressionInput
        id={id}
        text={draft.text}
        onChange={draft.set}
        onBlur={draft.leave}
        onKeyDown={draft.onKeyDown}
      />
    </div>
  )
}
