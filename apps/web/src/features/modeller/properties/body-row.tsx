import { Textarea } from '@mantine/core'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './panel.module.css'
import { useDraft } from './use-draft.ts'
import { usePanel } from './use-panel.ts'

/** The text of an element of a vendor: the value of a parameter, a script. */
export function BodyRow({ element }: { element: ModdleElement }) {
  const { t } = useTranslation()
  const { apply, canEdit } = usePanel()
  const id = useId()
  const draft = useDraft(String(element.get('body') ?? '').trim(), (text) =>
    apply([{ element, properties: { body: text === '' ? undefined : text } }]),
  )
  return (
    <div className={classes.row} data-property="body">
      <label htmlFor={id}>{t('modeller.properties.body')}</label>
      <Textarea
        id={id}
        size="xs"
        className={classes.mono ?? ''}
        readOnly={!canEdit}
        autosize
        minRows={1}
        maxRows={10}
        spellCheck={false}
        value={draft.text}
        onChange={(event) => draft.set(event.currentTarget.value)}
        onBlur={draft.leave}
        onKeyDown={draft.onKeyDown}
      />
    </div>
  )
}
