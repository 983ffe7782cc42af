import IconX from 'icon:x'
import { ActionIcon, Select, Table, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api, type RoleMember } from '@millrace/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { membersQuery } from './role-queries.ts'
import classes from './roles.module.css'

/** Milliseconds between the last key and the search. */
const pause = 200

/** The users who have a role directly, with actions to add and remove them. */
export function MembersSection({ role }: { role: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), pause)
  const [leaving, setLeaving] = useState<RoleMember | null>(null)
  const members = useQuery({
    ...membersQuery(role, q),
    placeholderData: keepPreviousData,
  })
  const remove = useMutation({
    mutationFn: ({ id }: RoleMember) => call(api.roles.removeMember, { params: { roleName: role, id } }),
    onSuccess: (_, { displayName }) => {
      setLeaving(null)
      showToast({ kind: 'success', title: t('roles.removed', { name: displayName }) })
    },
  })
  const items = members.data?.items ?? []
  return (
    <Section title={t('roles.members')} hint={t('roles.membersHint')}>
      <AddMember role={role} />
      <TextInput label={t('roles.search')} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <QueryFailure query={members} title={t('roles.membersFailed')} />
      {members.data !== undefined && items.length === 0 ? <p className={classes.note}>{t('roles.noMembers')}</p> : null}
      <PlainTable>
        <Table.Tbody>
          {items.map((member) => (
            <Table.Tr key={member.id}>
              <Table.Td>
                {member.displayName} ({member.username})
              </Table.Td>
              <Table.Td>{member.isDisabled ? t('roles.disabled') : ''}</Table.Td>
              <Table.Td align="right">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('roles.remove', { name: member.displayName })}
                  onClick={() => {
                    remove.reset()
                    setLeaving(member)
                  }}
                >
                  <IconX size={16} stroke={1.6} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
      {members.data?.isMore ? <p className={classes.note}>{t('roles.more')}</p> : null}
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t('roles.removeTitle', { name: leaving?.displayName ?? '', role })}
        action={t('roles.removeAction')}
        isDangerous
        isPending={remove.isPending}
        error={remove.isError ? <ErrorBanner title={t('roles.removeFailed')} error={remove.error} /> : null}
        onConfirm={() => {
          if (leaving !== null) remove.mutate(leaving)
        }}
        onClose={() => setLeaving(null)}
      >
        {t('roles.removeText')}
      </ConfirmDialog>
    </Section>
  )
}

function AddMember({ role }: { role: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), pause)
  const [isOpen, setOpen] = useState(false)
  const found = useQuery({
    ...callQuery(api.roles.findUsers, { params: { roleName: role }, query: { q } }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const users = found.data ?? []
  const add = useMutation({
    mutationFn: ({ id }: RoleMember) => call(api.roles.addMember, { params: { roleName: role, id } }),
    onSuccess: (_, { displayName }) => {
      setText('')
      showToast({ kind: 'success', title: t('roles.added', { name: displayName }) })
    },
  })
  return (
    <>
      {add.isError ? <ErrorBanner title={t('roles.addFailed')} error={add.error} /> : null}
      <Select
        label={t('roles.add')}
        description={t('roles.addHelp')}
        searchable
        // A control that is disabled loses the focus. Where it gets it back in time, its list opens once more.
        readOnly={add.isPending}
        searchValue={text}
        data={users.map(({ id, displayName, username }) => ({ value: id, label: `${displayName} (${username})` }))}
        filter={({ options }) => options}
        value={null}
        onDropdownOpen={() => setOpen(true)}
        onSearchChange={setText}
        onChange={(id) => {
          const user = users.find((one) => one.id === id)
          if (user !== undefined) add.mutate(user)
        }}
      />
    </>
  )
}
