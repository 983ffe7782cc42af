import IconCheck from 'icon:check'
import IconPlus from 'icon:plus'
import IconTrash from 'icon:trash'
import '@mantine/core/styles/Fieldset.layer.css'
import { ActionIcon, Button, Fieldset, NativeSelect, TextInput } from '@mantine/core'
import { api, incidentGroupLimits, type WrittenVariable, writtenTypes } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { CopyId } from '../copy-id/copy-id.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { showToast } from '../toast/show-toast.tsx'

export interface Unanswered {
  readonly incidentId: string
  /** The idempotency key of the call, by which the other system may recognize it. */
  readonly idempotencyKey: string | null
}

/** A result while it is entered. */
interface Entry extends WrittenVariable {
  readonly key: number
}

const Ask = createContext<(call: Unanswered) => void>(() => undefined)

/** Holds the dialog of `CompleteButton`, so that entered results are kept when another user resolves the incident. */
export function Completing({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Unanswered | null>(null)
  return (
    <Ask value={setAsked}>
      {children}
      {asked === null ? null : <CompleteDialog key={asked.incidentId} {...asked} onClose={() => setAsked(null)} />}
    </Ask>
  )
}

/** A button that completes a step whose call got no answer. Its dialog is in the surrounding `Completing`. */
export function CompleteButton(call: Unanswered) {
  const { t } = useTranslation()
  const ask = useContext(Ask)
  return (
    <Button size="xs" leftSection={<IconCheck size={15} stroke={1.6} />} onClick={() => ask(call)}>
      {t('instance.markDone')}
    </Button>
  )
}

/** Asks for the result of a step, after the user has checked that its call was carried out. */
function CompleteDialog({ incidentId, idempotencyKey, onClose }: Unanswered & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const complete = useMutation({
    mutationFn: () =>
      call(api.incidentGroups.complete, {
        params: { id: incidentId },
        body: {
          variables: entries
            .filter(({ name }) => name.trim() !== '')
            .map(({ name, type, text }) => ({ name: name.trim(), type, text: type === 'Null' ? null : text })),
        },
      }),
    onSuccess: () => {
      onClose()
      showToast({ kind: 'success', title: t('instance.markedDone') })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('instance.markDoneTitle')}
      action={t('instance.markDone')}
      isPending={complete.isPending}
      error={complete.isError ? <ErrorBanner title={t('instance.markDoneFailed')} error={complete.error} /> : undefined}
      onConfirm={() => complete.mutate()}
      onClose={onClose}
    >
      <p>{t('instance.markDoneText')}</p>
      {idempotencyKey === null ? null : (
        <p>
          {t('instance.markDoneKey')} <CopyId id={idempotencyKey} />
        </p>
      )}
      <Results entries={entries} onChange={setEntries} />
    </ConfirmDialog>
  )
}

function Results({
  entries,
  onChange,
}: {
  readonly entries: readonly Entry[]
  readonly onChange: (entries: readonly Entry[]) => void
}) {
  const { t } = useTranslation()
  const change = (key: number, patch: Partial<Entry>) =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, ...patch } : entry)))
  const next = Math.max(0, ...entries.map(({ key }) => key)) + 1
  return (
    <>
      {entries.map(({ key, name, type, text }, index) => (
        <Fieldset key={key} legend={t('instance.markDoneResult', { number: index + 1 })}>
          <TextInput
            label={t('instance.markDoneName')}
            maxLength={255}
            value={name}
            onChange={({ currentTarget }) => change(key, { name: currentTarget.value })}
          />
          <NativeSelect
            label={t('instance.markDoneType')}
            data={[...writtenTypes]}
            value={type}
            onChange={({ currentTarget }) =>
              change(key, { type: writtenTypes.find((one) => one === currentTarget.value) ?? type })
            }
          />
          {type === 'Null' ? null : (
            <TextInput
              label={t('instance.markDoneValue')}
              value={text ?? ''}
              onChange={({ currentTarget }) => change(key, { text: currentTarget.value })}
            />
          )}
          <ActionIcon
            variant="subtle"
            aria-label={t('instance.markDoneRemove', { number: index + 1 })}
            onClick={() => onChange(entries.filter((entry) => entry.key !== key))}
          >
            <IconTrash size={15} stroke={1.6} />
          </ActionIcon>
        </Fieldset>
      ))}
      {entries.length >= incidentGroupLimits.results ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          onClick={() => onChange([...entries, { key: next, name: '', type: 'String', text: '' }])}
        >
          {t('instance.markDoneAdd')}
        </Button>
      )}
    </>
  )
}
