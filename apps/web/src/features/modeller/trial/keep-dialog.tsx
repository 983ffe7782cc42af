import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { api, limits, type ProcessTest, type TrialExpectation, type TrialState } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'
import { nameOf } from '../editor/name-of.ts'
import { useSession } from '../editor/use-session.ts'
import { expectationOf, narrow } from './expectation.ts'
import { writeValue } from './parse-variables.ts'
import classes from './trial.module.css'
import type { TriedProcess } from './use-trial.ts'

interface Props {
  readonly isOpen: boolean
  readonly process: TriedProcess
  /** The trial to be kept. */
  readonly state?: TrialState
  /** The test case that is changed; left out for a new one. */
  readonly test?: ProcessTest
  readonly onClose: () => void
}

/** The dialog for the name and expectations of a test case. */
export function KeepDialog(props: Props) {
  const { t } = useTranslation()
  const title = t(props.test === undefined ? 'modeller.trial.keepTitle' : 'modeller.trial.editTitle')
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={title} size={520}>
      <KeepForm {...props} />
    </Modal>
  )
}

function KeepForm({ process, state, test, onClose }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const offered: TrialExpectation =
    test?.expected ?? (state === undefined ? { path: null, status: null, variables: [] } : expectationOf(state))
  const [name, setName] = useState(test?.name ?? '')
  const [wantsPath, setPath] = useState(true)
  const [wantsStatus, setStatus] = useState(true)
  const [names, setNames] = useState<ReadonlySet<string>>(new Set(test?.expected.variables.map((one) => one.name)))
  const keep = useMutation({
    mutationFn: () => {
      const expected = narrow(offered, { path: wantsPath, status: wantsStatus, names })
      return test === undefined
        ? call(api.trials.createTest, {
            params: process,
            body: { name: name.trim(), steps: state?.steps ?? [], expected },
          })
        : call(api.trials.saveTest, {
            params: { ...process, testId: test.id },
            body: { name: name.trim(), expected, revision: test.revision },
          })
    },
    onSuccess: (kept) => {
      showToast({ kind: 'success', title: t('modeller.trial.saved', { name: kept.name }) })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep.mutate()
  }
  const ofName = describeFaultOf(keep.error, 'name')
  return (
    <form className={classes.list} onSubmit={submit} noValidate>
      {keep.isError && ofName === undefined ? (
        <ErrorBanner title={t('modeller.trial.saveFailed')} error={keep.error} />
      ) : null}
      <TextInput
        label={t('modeller.trial.name')}
        maxLength={limits.name}
        required
        data-autofocus
        value={name}
        error={ofName}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={classes.list} style={{ border: 0 }}>
        <legend>{t('modeller.trial.expects')}</legend>
        {offered.path === null ? null : (
          <Checkbox
            label={t('modeller.trial.expectPath', {
              path: offered.path.map((id) => nameOf(session, id)).join(' → '),
            })}
            checked={wantsPath}
            onChange={(event) => setPath(event.currentTarget.checked)}
          />
        )}
        {offered.status === null ? null : (
          <Checkbox
            label={t('modeller.trial.expectEnd', { status: t(`modeller.trial.status.${offered.status}`) })}
            checked={wantsStatus}
            onChange={(event) => setStatus(event.currentTarget.checked)}
          />
        )}
        {offered.variables.map(({ name: variable, type, value }) => (
          <Checkbox
            key={variable}
            label={t('modeller.trial.expectValue', { name: variable, value: writeValue(type, value).slice(0, 100) })}
            checked={names.has(variable)}
            onChange={(event) => {
              const next = new Set(names)
              if (event.currentTarget.checked) next.add(variable)
              else next.delete(variable)
              setNames(next)
            }}
          />
        ))}
      </fieldset>
      <div className={classes.row}>
        <Button onClick={onClose}>{t('modeller.trial.cancel')}</Button>
        <Button type="submit" variant="filled" loading={keep.isPending} disabled={name.trim() === ''}>
          {t('modeller.trial.save')}
        </Button>
      </div>
    </form>
  )
}
