import { Kbd, SegmentedControl, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './cell-form.module.css'
import type { CellMark } from './cell-marks.ts'
import type { TableColumn } from './read-table.ts'
import { SimpleCondition } from './simple-condition.tsx'
import { SimpleResult } from './simple-result.tsx'
import { readSimpleTest, readSimpleValue, simpleTypeOf } from './simple-test.ts'

interface Props {
  readonly column: TableColumn
  readonly text: string
  readonly mark: CellMark | undefined
  readonly onType: (text: string) => void
}

/** The editor below a cell: its condition or result by controls, or as FEEL. Both change the same text. */
export function CellForm({ column, text, mark, onType }: Props) {
  const { t } = useTranslation()
  const type = simpleTypeOf(column.typeRef)
  const isInput = column.kind === 'input'
  const isSimple = type !== null && (isInput ? readSimpleTest(text, type) : readSimpleValue(text, type)) !== null
  const [mode, setMode] = useState<'simple' | 'feel'>(isSimple ? 'simple' : 'feel')
  const name = column.label || column.expression
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form would be sent by Enter
    <div className={classes.form} role="group" aria-label={name} data-cell-form>
      <div className={classes.head}>
        <strong>{name}</strong>
        {type === null ? null : (
          <SegmentedControl
            size="xs"
            aria-label={t('decisionEditor.grid.how')}
            value={mode}
            onChange={(chosen) => setMode(chosen as 'simple' | 'feel')}
            data={[
              { value: 'simple', label: t('decisionEditor.grid.simple'), disabled: mode === 'feel' && !isSimple },
              { value: 'feel', label: 'FEEL' },
            ]}
          />
        )}
      </div>
      {mode === 'simple' && type !== null ? (
        isInput ? (
          <SimpleCondition column={column} type={type} text={text} onType={onType} />
        ) : (
          <SimpleResult column={column} type={type} text={text} onType={onType} />
        )
      ) : (
        <Textarea
          autoFocus
          autosize
          minRows={1}
          maxRows={8}
          size="xs"
          classNames={{ input: classes.feel ?? '' }}
          aria-label={t('decisionEditor.grid.feel', { name })}
          value={text}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
      {mode === 'simple' ? (
        <p className={classes.written}>
          FEEL <code>{text || '-'}</code>
        </p>
      ) : null}
      {mark === undefined ? null : (
        <p className={classes.mark} data-severity={mark.severity}>
          {mark.message}
        </p>
      )}
      <p className={classes.keys}>
        <Kbd size="xs">Enter</Kbd> {t('decisionEditor.grid.nextRow')} <Kbd size="xs">Tab</Kbd>{' '}
        {t('decisionEditor.grid.nextCell')} <Kbd size="xs">Esc</Kbd> {t('decisionEditor.grid.cancel')}
      </p>
    </div>
  )
}
