import { useTranslation } from 'react-i18next'
import type { DecisionTableView } from '../grid/read-table.ts'
import classes from './rule-cards.module.css'

interface Props {
  readonly table: DecisionTableView
  readonly matched: ReadonlySet<string>
}

/** The rules as cards for phones, each with its conditions and results. */
export function RuleCards({ table: { columns, rows }, matched }: Props) {
  const { t } = useTranslation()
  return (
    <ol className={classes.cards} aria-label={t('decisionEditor.grid.rules')}>
      {rows.map((row, at) => (
        <li key={row.id} data-matched={matched.has(row.id) || undefined}>
          <h3>
            {t('decisionEditor.ruleNumber', { number: at + 1 })}
            {matched.has(row.id) ? <span>{t('decisionEditor.grid.matches')}</span> : null}
          </h3>
          <dl>
            {columns.map((column, index) => {
              const text = row.cells[index]?.text ?? ''
              if (column.kind === 'input' && (text === '' || text === '-')) return null
              return (
                <div key={column.id} data-kind={column.kind}>
                  <dt>{column.label || column.expression}</dt>
                  <dd>{text || '–'}</dd>
                </div>
              )
            })}
          </dl>
          {row.note === '' ? null : <p>{row.note}</p>}
        </li>
      ))}
    </ol>
  )
}
