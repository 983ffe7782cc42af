import { Textarea } from '@mantine/core'
import type { TrialVariable } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseVariables } from './parse-variables.ts'
import classes from './trial.module.css'

export interface VariablesEntry {
  readonly text: string
  readonly setText: (text: string) => void
  /** Null when a line is none; it is said then. */
  readonly read: () => TrialVariable[] | null
  readonly fault: number | null
}

/** Returns the state of variables that are being typed. */
export function useVariables(initial = ''): VariablesEntry {
  const [text, setText] = useState(initial)
  const [fault, setFault] = useState<number | null>(null)
  return {
    text,
    setText: (typed) => {
      setText(typed)
      setFault(null)
    },
    read: () => {
      const parsed = parseVariables(text)
      setFault(parsed.ok ? null : parsed.line)
      return parsed.ok ? parsed.variables : null
    },
    fault,
  }
}

export function VariablesField({ entry }: { entry: VariablesEntry }) {
  const { t } = useTranslation()
  return (
    <Textarea
      size="xs"
      className={classes.mono ?? ''}
      label={t('modeller.trial.variables')}
      description={t('modeller.trial.variablesHelp')}
      autosize
      minRows={2}
      maxRows={10}
      spellCheck={false}
      value={entry.text}
      error={entry.fault === null ? undefined : t('modeller.trial.variablesFault', { line: entry.fault })}
      onChange={(event) => entry.setText(event.currentTarget.value)}
    />
  )
}
