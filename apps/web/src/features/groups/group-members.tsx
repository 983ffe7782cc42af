import IconPlus from 'icon:plus'
import IconX from 'icon:x'
import { ActionIcon, Button } from '@mantine/core'
import { api, type GroupMember, groupLimits, type Person as PersonData } from '@millrace/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { Person } from '../../components/person/person.tsx'
import { SearchInput } from '../../components/search-input/search-input.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { membersQuery } from './group-query.ts'
import classes from './groups.module.css'
import { UserSelect } from './user-select.tsx'

interface Props {
  readonly id: string
  /** Whether the group is disabled, so that nobody can be added. */
  readonly isLocked: boolean
}

/** The members of a group and of the groups below it. */
export function GroupMembers({ id, isLocked }: Props) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const { data, error, refetch } = useQuery({
    ...membersQuery(id, q),
    placeholderData: keepPreviousData,
  })
  return (
    <Section
      title={t('groups.members')}
      hint={data === undefined ? null : t('groups.membersHint', { direct: data.direct, total: data.total })}
    >
      {isLocked ? null : <AddMember id={id} />}
      <SearchInput value={q} onChange={setQ} label={t('groups.searchMembers')} />
      {error === null ? null : (
        <ErrorBanner title={t('groups.membersFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {data?.items.length === 0 ? (
        <p className={classes.empty}>{data.total === 0 ? t('groups.noMembers') : t('groups.noMembersFound')}</p>
      ) : null}
      {data === undefined || data.items.length === 0 ? null : (
        <ul className={classes.list} aria-label={t('groups.members')}>
          {data.items.map((member) => (
            <Member key={member.username} id={id} member={member} />
          ))}
        </ul>
      )}
      {data?.isMore ? <p className={classes.empty}>{t('groups.moreMembers', { count: groupLimits.members })}</p> : null}
    </Section>
  )
}

function AddMember({ id }: { id: string }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<PersonData | null>(null)
  const add = useMutation({
    mutationFn: ({ username }: PersonData) => call(api.groups.addMember, { params: { id }, body: { username } }),
    onSuccess: (_, { displayName }) => {
      showToast({ kind: 'success', title: t('groups.memberAdded'), text: displayName })
      setChosen(null)
    },
  })
  return (
    <>
      <div className={classes.add}>
        <UserSelect
          label={t('groups.addMember')}
          chosen={chosen}
          onChoose={(person) => {
            add.reset()
            setChosen(person)
          }}
        />
        <Button
          leftSection={<IconPlus size={15} stroke={1.6} />}
          disabled={chosen === null}
          loading={add.isPending}
          onClick={() => chosen !== null && add.mutate(chosen)}
        >
          {t('groups.addMember')}
        </Button>
      </div>
      {add.error === null ? null : <ErrorBanner title={t('groups.memberNotAdded')} error={add.error} />}
    </>
  )
}

function Member({ id, member }: { id: string; member: GroupMember }) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const { username, displayName, isDirect, isEnabled, via } = member
  const remove = useMutation({
    mutationFn: () => call(api.groups.removeMember, { params: { id, username } }),
    onSuccess: () => showToast({ kind: 'success', title: t('groups.memberRemoved'), text: displayName }),
  })
  const comesFrom = [
    ...(isDirect ? [t('groups.direct')] : []),
    ...(via.length > 0 ? [t('groups.via', { groups: via.join(', ') })] : []),
    ...(isEnabled ? [] : [t('groups.accountDisabled')]),
  ]
  return (
    <li className={classes.row}>
      <span className={classes.grow}>
        <Person person={member} />
      </span>
      <span className={classes.from}>{comesFrom.join(' · ')}</span>
      {isDirect ? (
        <ActionIcon
          variant="subtle"
          aria-label={t('groups.removeMember', { name: displayName })}
          onClick={() => setIsAsking(true)}
        >
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      ) : (
        <span className={classes.gap} />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('groups.removeQuestion', { name: displayName })}
        action={t('groups.removeAction')}
        isDangerous
        isPending={remove.isPending}
        error={remove.error === null ? null : <ErrorBanner title={t('groups.removeFailed')} error={remove.error} />}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsking(false)}
      >
        {t('groups.removeText')}
      </ConfirmDialog>
    </li>
  )
}
