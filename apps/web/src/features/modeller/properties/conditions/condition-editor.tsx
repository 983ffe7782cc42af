import IconPlus from 'icon:plus'
import { Button, NativeSelect } from '@mantine/core'
import { isExpression, listModdleChildren, rulesOf } from '@millrace/bpmn/moddle'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../components/designer-frame/sheet.module.css'
import { ExpressionEditor } from '../editors/expression-editor.tsx'
import { isElementPlace } from '../model/list-rows.ts'
import { planText, readText } from '../model/row-text.ts'
import classes from '../panel.module.css'
import type { EditorProps } from '../row.tsx'
import { usePanel } from '../use-panel.ts'
import { ClauseRow } from './clause-row.tsx'
import { type Clause, type Clauses, readClauses, takesValue, writeClauses } from './clauses.ts'

const fresh: Clause = { name: '', operator: '=', value: '', kind: 'text' }

/**
 * Edits a condition as lines, and shows its expression. A condition that is more than lines is edited as an expression.
 */
export function ConditionEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const { element, row } = props
  const text = readText(element, row)
  const [draft, setDraft] = useState<{ readonly of: string; readonly said: Clauses } | null>(null)
  const read = readClauses(text)
  // A language that is named is not changed behind somebody's back.
  const [holder] = isElementPlace(row.property) ? listModdleChildren(element, row.property) : []
  const isNamed = String(holder?.get('language') ?? '') !== ''
  const canBuild = !isNamed && (text === '' || read !== null)
  // What is not complete yet is nobody's but the panel's.
  const said: Clauses = draft?.of === text ? draft.said : { join: read?.join ?? 'and', clauses: read?.clauses ?? [] }
  const change = (next: Clauses) => {
    const language = read?.language ?? (rulesOf(options).equalsSignMakesFeel ? 'feel' : 'uel')
    const isComplete = next.clauses.every(
      ({ name, operator, value }) => name !== '' && (!takesValue(operator) || value !== ''),
    )
    if (!isComplete) {
      setDraft({ of: text, said: next })
      return
    }
    const written = next.clauses.length === 0 ? '' : writeClauses(next, language)
    setDraft(null)
    if (written !== text) apply(planText(element, row, written, options))
  }
  return (
    <div className={classes.parts} data-property="condition">
      {canBuild ? (
        <>
          {said.clauses.map((clause, at) => (
            <ClauseRow
              // biome-ignore lint/suspicious/noArrayIndexKey: they are told by their place alone
              key={at}
              number={at + 1}
              clause={clause}
              onChange={(next) => change({ ...said, clauses: said.clauses.with(at, next) })}
              onRemove={() => change({ ...said, clauses: said.clauses.toSpliced(at, 1) })}
            />
          ))}
          {said.clauses.length < 2 ? null : (
            <NativeSelect
              size="xs"
              aria-label={t('modeller.condition.join')}
              disabled={!canEdit}
              data={(['and', 'or'] as const).map((value) => ({ value, label: t(`modeller.condition.joins.${value}`) }))}
              value={said.join}
              onChange={({ currentTarget }) => change({ ...said, join: currentTarget.value as Clauses['join'] })}
            />
          )}
          {canEdit ? (
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconPlus size={14} stroke={1.6} />}
              onClick={() => setDraft({ of: text, said: { ...said, clauses: [...said.clauses, fresh] } })}
            >
              {t('modeller.condition.add')}
            </Button>
          ) : null}
        </>
      ) : (
        <p className={sheet.note}>{t(isExpression(text) ? 'modeller.condition.more' : 'modeller.condition.none')}</p>
      )}
      <ExpressionEditor {...props} />
    </div>
  )
}
