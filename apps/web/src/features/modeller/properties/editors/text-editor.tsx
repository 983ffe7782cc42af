import { Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { planText, readText } from '../model/row-text.ts'
import { type EditorProps, Row } from '../row.tsx'
import { useDraft } from '../use-draft.ts'
import { usePanel } from '../use-panel.ts'

/** Edits a short text. */
export function TextEditor({ element, row }: EditorProps) {
  const { t } = useTranslation()
  const { apply, options, canEdit, isIdTaken } = usePanel()
  const offered = useId()
  const { name } = row.property
  const findFault = (text: string) => {
    if (name !== 'id' || !element.$type.startsWith('bpmn:')) return null
    if (!/^[\p{L}_][\p{L}\p{M}\p{N}._-]*$/u.test(text)) return t('modeller.panel.idInvalid')
    return isIdTaken(text, element) ? t('modeller.panel.idTaken') : null
  }
  const value = readText(element, row)
  const draft = useDraft(value, (text) => {
    if (findFault(text) === null) apply(planText(element, row, text, options))
  })
  const choices = usual[name] ?? []
  return (
    <Row row={row} fault={draft.text === value ? null : findFault(draft.text.trim())}>
      {(control) => (
        <>
          <TextInput
            {...control}
            readOnly={!canEdit}
            list={choices.length === 0 ? undefined : offered}
            autoComplete="off"
            value={draft.text}
            onChange={(event) => draft.set(event.currentTarget.value)}
            onBlur={draft.leave}
            onKeyDown={draft.onKeyDown}
          />
          {choices.length === 0 ? null : (
            <datalist id={offered}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Row>
  )
}

/** Words that are usual in a property, by its name. */
const usual: Readonly<Record<string, readonly string[]>> = {
  type: ['external', 'http', 'mail', 'dmn'],
  scriptFormat: ['feel', 'javascript'],
}

/** Edits a long text, such as documentation or a script. */
export function LongTextEditor({ element, row }: EditorProps) {
  const { apply, options, canEdit } = usePanel()
  const draft = useDraft(readText(element, row), (text) => apply(planText(element, row, text, options)))
  return (
    <Row row={row} isWide>
      {(control) => (
        <Textarea
          {...control}
          readOnly={!canEdit}
          autosize
          minRows={2}
          maxRows={14}
          spellCheck={row.kind === 'documentation'}
          value={draft.text}
          onChange={(event) => draft.set(event.currentTarget.value)}
          onBlur={draft.leave}
          onKeyDown={draft.onKeyDown}
        />
      )}
    </Row>
  )
}
