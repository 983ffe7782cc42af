import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CompletingInput } from '../../../../components/completing-input/completing-input.tsx'
import classes from '../panel.module.css'
import { usePanel } from '../use-panel.ts'
import { findCompletions } from './find-completions.ts'

interface Props {
  readonly id: string
  readonly label?: string
  readonly describedBy?: string | undefined
  readonly hasFault?: boolean
  readonly text: string
  readonly minRows?: number
  readonly onChange: (text: string) => void
  readonly onBlur: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** An input for a text that may contain an expression, with suggestions of variables for the word before the caret. */
export function ExpressionInput({ label, describedBy, hasFault = false, minRows = 1, onChange, ...props }: Props) {
  const { t } = useTranslation()
  const { canEdit, listVariables } = usePanel()
  return (
    <CompletingInput
      {...props}
      size="xs"
      className={classes.mono ?? ''}
      aria-label={label}
      aria-describedby={describedBy}
      error={hasFault}
      readOnly={!canEdit}
      minRows={minRows}
      maxRows={10}
      listLabel={t('modeller.panel.variables')}
      find={(text, position, isAsked) => findCompletions(text, position, listVariables(), isAsked)}
      onText={onChange}
    />
  )
}
