import { Button } from '@mantine/core'
import type { OpenedForm } from '@millrace/contract'
import { useId, useMemo } from 'react'
import { LazyPlainForm } from '../../../components/form-host/lazy-form-host.tsx'
import type { FilledForm, TrialRun } from './use-trial.ts'

interface Props {
  readonly form: OpenedForm
  readonly trial: TrialRun
  readonly clock: string
  readonly action: string
  readonly onSubmit: (filled: FilledForm) => void
}

/** The form of a start or a task, as users will fill it in. Trials have no drafts and no files. */
export function TrialForm({ form, trial, clock, action, onSubmit }: Props) {
  const id = useId()
  const { hash } = form.document
  const { createChoices } = trial
  const findChoices = useMemo(() => createChoices(hash), [createChoices, hash])
  return (
    <>
      <LazyPlainForm
        id={id}
        form={form}
        now={clock}
        findChoices={findChoices}
        error={trial.error}
        headingLevel={3}
        onSubmit={(values, chosen) => onSubmit({ values, action: chosen, hash })}
      />
      <Button type="submit" form={id} size="xs" variant="filled" loading={trial.isBusy}>
        {action}
      </Button>
    </>
  )
}
