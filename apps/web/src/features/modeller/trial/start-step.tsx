import { Button, Select, TextInput } from '@mantine/core'
import type { TrialState } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../../components/day-input/date-input.tsx'
import { toInstant, toLocal } from '../../../lib/local-time.ts'
import { useSession as useUser } from '../../../lib/session/session.ts'
import { nameOf } from '../editor/name-of.ts'
import { useSession } from '../editor/use-session.ts'
import classes from './trial.module.css'
import { TrialForm } from './trial-form.tsx'
import type { FilledForm, TrialRun } from './use-trial.ts'
import { useVariables, VariablesField } from './variables-field.tsx'

/** The form for the start of a trial: time, user, start event and values. */
export function StartStep({ trial, state }: { trial: TrialRun; state: TrialState }) {
  const { t } = useTranslation()
  const session = useSession()
  const { username } = useUser()
  const [at, setAt] = useState(() => toLocal(new Date()))
  const [user, setUser] = useState(username)
  const entry = useVariables()
  const { starts, form } = state
  const shown = form?.place.element ?? starts[0]?.element ?? null
  const isPlain = starts.find(({ element }) => element === shown)?.isPlain ?? true
  const begin = (filled?: FilledForm) => {
    const variables = filled === undefined ? entry.read() : []
    const time = toInstant(at)
    if (variables === null || time === null || time === undefined) return
    const element = isPlain ? null : shown
    trial.take({ kind: 'start', at: time, userId: user.trim() || null, element, businessKey: null, variables }, filled)
  }
  const hasFields = (form?.form.document.data.length ?? 0) > 0
  return (
    <div className={classes.section}>
      {starts.length < 2 ? null : (
        <Select
          size="xs"
          label={t('modeller.trial.startEvent')}
          data={starts.map(({ element, name }) => ({ value: element, label: name ?? nameOf(session, element) }))}
          value={shown}
          allowDeselect={false}
          onChange={(element) => element !== null && trial.show({ element, index: 0, process: null })}
        />
      )}
      <DateInput
        size="xs"
        precision="minute"
        label={t('modeller.trial.startAt')}
        value={at}
        error={at === '' ? t('list.invalidMinute') : undefined}
        onChange={setAt}
      />
      <TextInput
        size="xs"
        label={t('modeller.trial.user')}
        value={user}
        maxLength={255}
        onChange={(event) => setUser(event.currentTarget.value)}
      />
      {form !== null && hasFields ? (
        <TrialForm
          key={`${form.place.element} ${form.form.document.hash}`}
          form={form.form}
          trial={trial}
          clock={new Date().toISOString()}
          action={t('modeller.trial.begin')}
          onSubmit={begin}
        />
      ) : (
        <>
          <VariablesField entry={entry} />
          <Button size="xs" variant="filled" loading={trial.isBusy} onClick={() => begin()}>
            {t('modeller.trial.begin')}
          </Button>
        </>
      )}
    </div>
  )
}
