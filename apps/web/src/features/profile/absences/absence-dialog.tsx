import { Button, Modal, MultiSelect, Textarea, TextInput } from '@mantine/core'
import { type Absence, absenceLimits, api, type Person } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { PeopleSelect } from '../../../components/person/people-select.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { startableProcessesQuery } from '../../../lib/queries/startable-processes.ts'
import { useSession } from '../../../lib/session/session.ts'
import classes from '../profile.module.css'
import { type AbsenceEntries, type AbsenceSpan, entriesOf, readAbsence } from './absence-entries.ts'

interface Props {
  readonly isOpen: boolean
  /** Null: a new one. */
  readonly absence: Absence | null
  /** The user of the absence; null: the current user. */
  readonly username: string | null
  readonly onClose: () => void
}

/** The dialog for the period of an absence and its substitute. */
export function AbsenceDialog({ isOpen, absence, ...props }: Props) {
  const { t } = useTranslation()
  const title = absence === null ? t('absences.addTitle') : t('absences.changeTitle')
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={title} size={560}>
      <AbsenceForm absence={absence} {...props} />
    </Modal>
  )
}

function AbsenceForm({ absence, username, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation()
  const [entries, setEntries] = useState(() => entriesOf(absence))
  const [substitute, setSubstitute] = useState<Person | null>(absence?.substitute ?? null)
  const [isTried, setTried] = useState(false)
  const read = readAbsence(entries)
  const faultOf = (name: keyof AbsenceEntries) => {
    const fault = isTried && 'faults' in read ? read.faults.get(name) : undefined
    return fault === undefined ? null : t(`absences.${fault}`)
  }
  const change = (more: Partial<AbsenceEntries>) => setEntries({ ...entries, ...more })
  const save = useMutation({
    mutationFn: (span: AbsenceSpan): Promise<unknown> =>
      absence === null
        ? call(api.absences.create, { body: { ...span, username } })
        : call(api.absences.change, { params: { id: absence.id }, body: span }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('absences.saved') })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if ('span' in read) return save.mutate(read.span)
    const [first] = read.faults.keys()
    event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {save.isError ? <ErrorBanner title={t('absences.saveFailed')} error={save.error} /> : null}
      <div className={classes.scopes}>
        <TextInput
          label={t('absences.from')}
          description={t('absences.fromHelp')}
          placeholder={t('absences.dayLooks')}
          required
          data-autofocus
          name="from"
          autoComplete="off"
          value={entries.from}
          error={faultOf('from')}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          label={t('absences.until')}
          description={t('absences.untilHelp')}
          placeholder={t('absences.dayLooks')}
          required
          name="until"
          autoComplete="off"
          value={entries.until}
          error={faultOf('until')}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </div>
      <PeopleSelect
        label={t('absences.substitute')}
        description={t('absences.substituteHelp')}
        name="substitute"
        isRequired
        chosen={substitute}
        error={faultOf('substitute')}
        onChoose={(person) => {
          setSubstitute(person)
          change({ substitute: person?.username ?? null })
        }}
      />
      <ProcessChoice
        known={absence?.processes ?? []}
        chosen={entries.processKeys}
        onChange={(processKeys) => change({ processKeys })}
      />
      <Textarea
        label={t('absences.note')}
        description={t('absences.noteHelp')}
        autosize
        minRows={2}
        maxLength={absenceLimits.note}
        value={entries.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('absences.save')}
        </Button>
      </div>
    </form>
  )
}

interface ProcessChoiceProps {
  readonly known: readonly { readonly key: string; readonly name: string }[]
  readonly chosen: readonly string[]
  readonly onChange: (keys: string[]) => void
}

/** Processes that the user knows: those of their tasks, and those that they may start. */
function ProcessChoice({ known, chosen, onChange }: ProcessChoiceProps) {
  const { t } = useTranslation()
  const isUser = useSession().roles.has('RoleUser')
  const ofTasks = useQuery({ ...callQuery(api.tasks.filters), enabled: isUser })
  const startable = useQuery({ ...startableProcessesQuery('Home'), enabled: isUser })
  const all = new Map(
    [...known, ...(startable.data ?? []), ...(ofTasks.data?.processes ?? [])].map((one) => [one.key, one.name]),
  )
  if (all.size === 0) return null
  const data = [...all].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <MultiSelect
      label={t('absences.processes')}
      description={t('absences.processesHelp')}
      data={data}
      searchable
      clearable
      maxValues={absenceLimits.processes}
      value={[...chosen]}
      onChange={onChange}
    />
  )
}
