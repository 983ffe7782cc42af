import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../editor-props.ts'
import { FieldRow } from './field-row.tsx'
import { RuleInput } from './rule-input.tsx'

/** Edits a condition: always, never, or by a rule. */
export function ConditionEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { value, onChange } = props
  const isExpression = typeof value === 'string'
  const [isWriting, setWriting] = useState(false)
  const usual = props.name === 'visible' || props.name === 'enabled'
  const mode = isExpression || isWriting ? 'when' : (value ?? usual) === true ? 'always' : 'never'
  return (
    <FieldRow {...props} isWide>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={props.label}
        value={mode}
        data={[
          { value: 'always', label: t(`designer.conditions.always`) },
          { value: 'never', label: t(`designer.conditions.never`) },
          { value: 'when', label: t(`designer.conditions.when`) },
        ]}
        onChange={(next) => {
          setWriting(next === 'when')
          if (next === 'when') return
          const isTrue = next === 'always'
          onChange(isTrue === usual ? undefined : isTrue)
        }}
      />
      {mode === 'when' ? <RuleInput {...props} value={isExpression ? value : undefined} /> : null}
    </FieldRow>
  )
}
