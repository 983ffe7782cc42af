import { Button, Checkbox, Radio, Select, Table } from '@mantine/core'
import { api, type NoticeKind, type NoticeSettings } from '@millrace/contract'
import { noticeKinds } from '@millrace/contract/lists/notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { call } from '../../lib/api/call.ts'
import { getTimeZone } from '../../lib/time-zone.ts'
import { noticeSettingsQuery } from './account-queries.ts'
import { BrowserNotices } from './browser-notices.tsx'
import classes from './profile.module.css'

/** The settings of notifications: which, where, and how often by mail. */
export function NotificationsSection({ hasEmail }: { hasEmail: boolean }) {
  const { t } = useTranslation()
  const settings = useQuery(noticeSettingsQuery)
  return (
    <Section title={t('profile.notifications')} hint={t('profile.notificationsHint')}>
      <QueryFailure query={settings} title={t('profile.notificationsFailed')} />
      {settings.data === undefined ? (
        settings.isError ? null : (
          <SkeletonRows count={5} height={34} />
        )
      ) : (
        <SettingsForm saved={settings.data} hasEmail={hasEmail} />
      )}
      <BrowserNotices />
    </Section>
  )
}

function SettingsForm({ saved, hasEmail }: { saved: NoticeSettings; hasEmail: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [changes, setChanges] = useState<Partial<NoticeSettings>>({})
  const draft = { ...saved, ...changes }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const change = (part: Partial<NoticeSettings>) => setChanges((before) => ({ ...before, ...part }))
  const save = useMutation({
    mutationFn: () => call(api.notices.saveSettings, { body: draft }),
    onSuccess: (now) => {
      client.setQueryData(noticeSettingsQuery.queryKey, now)
      setChanges({})
      showToast({ kind: 'success', title: t('profile.notificationsSaved') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const toggle = (where: 'inProduct' | 'byMail', kind: NoticeKind, isOn: boolean) =>
    change({ [where]: noticeKinds.filter((one) => (one === kind ? isOn : draft[where].includes(one))) })
  return (
    <form onSubmit={submit} className={classes.form}>
      <UnsavedGuard isDirty={() => isChanged} />
      {save.isError ? <ErrorBanner title={t('profile.notificationsNotSaved')} error={save.error} /> : null}
      <PlainTable className={classes.table} aria-label={t('profile.notifications')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('profile.tellMe')}</Table.Th>
            <Table.Th>{t('profile.inProduct')}</Table.Th>
            <Table.Th>{t('profile.byMail')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {noticeKinds.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Td className={classes.kind}>{t(`profile.tell.${kind}`)}</Table.Td>
              {(['inProduct', 'byMail'] as const).map((where) => (
                <Table.Td key={where}>
                  <Checkbox
                    aria-label={`${t(`profile.tell.${kind}`)}: ${t(`profile.${where}`)}`}
                    checked={draft[where].includes(kind)}
                    onChange={({ currentTarget: { checked } }) => toggle(where, kind, checked)}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
      {hasEmail || draft.byMail.length === 0 ? null : <p className={classes.note}>{t('profile.noEmail')}</p>}
      {draft.byMail.length === 0 ? null : (
        <>
          <Radio.Group
            label={t('profile.rhythm')}
            value={draft.rhythm}
            onChange={(rhythm) => change({ rhythm: rhythm === 'daily' ? 'daily' : 'once', ...zoneOf(saved, draft) })}
          >
            <div className={classes.choices}>
              <Radio value="once" label={t('profile.atOnce')} />
              <Radio value="daily" label={t('profile.daily')} />
            </div>
          </Radio.Group>
          {draft.rhythm === 'once' ? null : (
            <FieldGrid>
              <Select
                label={t('profile.hour')}
                allowDeselect={false}
                value={String(draft.hour)}
                data={hours}
                onChange={(hour) => change({ hour: Number(hour) })}
              />
              <Select
                label={t('profile.timeZone')}
                allowDeselect={false}
                searchable
                limit={100}
                value={draft.timeZone}
                data={zonesWith(draft.timeZone)}
                onChange={(timeZone) => change({ timeZone: timeZone ?? draft.timeZone })}
              />
            </FieldGrid>
          )}
          <Checkbox
            label={t('profile.answers')}
            description={t('profile.answersHelp')}
            checked={draft.hasAnswers}
            onChange={({ currentTarget: { checked } }) => change({ hasAnswers: checked })}
          />
        </>
      )}
      {isChanged ? (
        <div className={classes.buttons}>
          <Button
            onClick={() => {
              setChanges({})
              save.reset()
            }}
          >
            {t('profile.discard')}
          </Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {t('profile.saveNotifications')}
          </Button>
        </div>
      ) : null}
    </form>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** Whoever has never said where they are, is where their browser is. */
function zoneOf(saved: NoticeSettings, draft: NoticeSettings): Partial<NoticeSettings> {
  return saved.rhythm === 'once' && draft.timeZone === 'UTC' ? { timeZone: getTimeZone() } : {}
}

function zonesWith(own: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own])].toSorted()
}
