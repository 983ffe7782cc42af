import { api, type Person } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { PeopleSelect } from '../../../components/person/people-select.tsx'
import { Section } from '../../../components/section/section.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { useSession } from '../../../lib/session/session.ts'
import { Absences } from './absences-section.tsx'

/** The section in which user administrators edit manager and absences of another user. */
export function PeopleSection() {
  const { t } = useTranslation()
  const [other, setOther] = useState<Person | null>(null)
  if (!useSession().roles.has('RoleUserAdmin')) return null
  return (
    <Section title={t('absences.people')} hint={t('absences.peopleHint')}>
      <PeopleSelect
        label={t('absences.forWhom')}
        description={t('absences.forWhomHelp')}
        isClearable
        chosen={other}
        onChoose={setOther}
      />
      {other === null ? null : (
        <>
          <ManagerChoice key={`manager ${other.username}`} of={other} />
          <Absences key={`absences ${other.username}`} other={other} />
        </>
      )}
    </Section>
  )
}

function ManagerChoice({ of }: { of: Person }) {
  const { t } = useTranslation()
  const found = useQuery(callQuery(api.users.list, { query: { username: of.username } }))
  const account = found.data?.items.find(({ username }) => username === of.username)
  const save = useMutation({
    mutationFn: (manager: Person | null) =>
      call(api.users.setManager, {
        params: { id: account?.id ?? '' },
        body: { username: manager?.username ?? null },
      }),
    onSuccess: () => showToast({ kind: 'success', title: t('absences.managerSaved') }),
  })
  if (account === undefined) return <QueryFailure query={found} title={t('absences.managerFailed')} />
  return (
    <>
      {save.isError ? <ErrorBanner title={t('absences.managerFailed')} error={save.error} /> : null}
      <PeopleSelect
        label={t('users.manager')}
        description={t('absences.managerHelp')}
        placeholder={t('absences.nobody')}
        isClearable
        chosen={account.manager}
        onChoose={save.mutate}
      />
    </>
  )
}
