import { Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextFinding } from '../../problems/check-text.ts'
import { useChecks } from '../../problems/use-checks.ts'
import { planText, readText } from '../model/row-text.ts'
import classes from '../panel.module.css'
import { type EditorProps, Row } from '../row.tsx'
import { useDraft } from '../use-draft.ts'
import { usePanel } from '../use-panel.ts'
import { listChoices } from './text-editor.tsx'

/** Milliseconds after the last key. */
const delay = 250

/** A text that may hold an expression, which is read a moment after each key. */
export function ExpressionEditor({ element, row }: EditorProps) {
  const { t } = useTranslation()
  const { apply, options, canEdit, known } = usePanel()
  const list = useId()
  const draft = useDraft(readText(element, row), (text) => apply(planText(element, row, text, options)))
  const finding = useFinding(draft.text)
  const choices = listChoices(row.property.name, known)
  return (
    <Row
      row={row}
      isWide={draft.text.length > 24}
      fault={finding === null ? null : t('modeller.panel.fault', { message: finding.message, at: finding.from + 1 })}
      below={
        choices.length === 0 || draft.text !== '' || !canEdit ? null : (
          <div className={classes.offers} id={list}>
            {choices.slice(0, 8).map((choice) => (
              <button key={choice} type="button" onClick={() => apply(planText(element, row, choice, options))}>
                {choice}
              </button>
            ))}
          </div>
        )
      }
    >
      {(control) => (
        <Textarea
          {...control}
          className={classes.mono ?? ''}
          readOnly={!canEdit}
          autosize
          minRows={1}
          maxRows={8}
          spellCheck={false}
          value={draft.text}
          onChange={(event) => draft.set(event.currentTarget.value)}
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

/** What is wrong with a text as it is now; an older answer never follows a newer one. */
function useFinding(text: string): TextFinding | null {
  const { options } = usePanel()
  const checks = useChecks()
  const [asked] = useDebouncedValue(text, delay)
  const [found, setFound] = useState<{ readonly text: string; readonly finding: TextFinding | null } | null>(null)
  useEffect(() => {
    let isOld = false
    if (!/^\s*=|[$#]\{/.test(asked)) return
    checks.checkText(options.dialect, asked).then(
      (finding) => isOld || setFound({ text: asked, finding }),
      // The drawing as a whole is checked as well, and says that it could not be.
      () => undefined,
    )
    return () => {
      isOld = true
    }
  }, [asked, checks, options.dialect])
  return found?.text === text ? found.finding : null
}
