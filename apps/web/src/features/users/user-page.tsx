import { api, type UserAccount } from '@millrace/contract'
import { userList } from '@millrace/contract/lists/users'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { awaitAlso } from '../../components/page/await-also.ts'
import { EditRecord } from '../../components/record/edit-record.tsx'
import { UserPropertiesSection, valuesOfUserQuery } from '../../components/user-properties/user-properties-section.tsx'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import type { Translate } from '../../lib/i18n.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import { AccessSection } from './access-section.tsx'
import { DetailsFields } from './details-fields.tsx'
import { EraseSection } from './erase-section.tsx'
import { GroupField } from './group-field.tsx'
import { type HandOver, HandOverFields, handOverTasks, isCompleteHandOver, presetHandOver } from './hand-over.tsx'
import { LockBanner } from './lock-banner.tsx'
import { NewUser } from './new-user.tsx'
import { OwnRoleFields } from './own-role-fields.tsx'
import { PasswordSection } from './password-section.tsx'
import { RightsSection } from './rights-section.tsx'
import { RoleFields } from './role-fields.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { pickDraft, writeBody } from './user-draft.ts'
import {
  describeUser,
  groupsInUseQuery,
  ownRolesInUseQuery,
  sessionsQuery,
  tokensQuery,
  userQuery,
} from './user-query.ts'
import { UserStateBadge } from './user-state-badge.tsx'

/** The page of a user. The address `new` opens a new one. */
export function Page() {
  const { userId = '' } = useParams({ strict: false })
  return userId === 'new' ? <NewUser /> : <KnownUser id={userId} />
}

function KnownUser({ id }: { id: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const { username } = session
  const isAdministrator = hasRole(session, ['RoleAdmin'])
  const params = { id }
  const query = userQuery(id)
  const user = useQuery(query)
  const isOwn = user.data?.username === username
  const [chosen, setHandOver] = useState<HandOver | null>(null)
  const handOver = chosen ?? presetHandOver(user.data)
  const wanted = { ...handOver, person: handOver.person ?? user.data?.manager ?? null }
  // The tasks are assigned by the calls of operators.
  const mayHandOver = hasRole(session, ['RoleProcessAdmin', 'RoleAdmin']) && (user.data?.openTasks ?? 0) > 0
  return (
    <EditRecord
      list={userList}
      query={awaitAlso(
        user,
        useQuery(ownRolesInUseQuery),
        useQuery(groupsInUseQuery),
        useQuery(valuesOfUserQuery(id)),
        useQuery(sessionsQuery(id)),
        useQuery(tokensQuery(id)),
      )}
      keep={useKept(query.queryKey)}
      {...describeUser(t)}
      facts={['state', 'username', 'lastSignIn']}
      cells={{
        state: ({ state }) => <UserStateBadge state={state} />,
        lastSignIn: ({ lastSignInAt }) => (lastSignInAt === null ? t('users.never') : <DateTime at={lastSignInAt} />),
      }}
      pick={pickDraft}
      save={(draft, revision) => call(api.userAccounts.save, { params, body: { ...writeBody(draft), revision } })}
      isComplete={() => true}
      texts={{ action: t('users.save'), saved: t('users.saved'), failed: t('pageCatalogue.updateUsers') }}
      {...(isOwn
        ? {}
        : {
            disable: {
              text: describeDisabling(t, user.data, mayHandOver),
              action: t('users.disableAction'),
              fields: mayHandOver ? <HandOverFields value={wanted} onChange={setHandOver} /> : null,
              isComplete: user.data === undefined || isCompleteHandOver(wanted, user.data),
              onDisable: async (deletedReason: string) => {
                const disabled = await call(api.userAccounts.disable, { params, query: { deletedReason } })
                if (mayHandOver && user.data !== undefined) await handOverTasks(t, wanted, user.data)
                return disabled
              },
              onRestore: () => call(api.userAccounts.restore, { params }),
            },
          })}
    >
      {(account, fields) => (
        <>
          <LockBanner user={account} />
          <DetailsFields {...fields} />
          <RoleFields {...fields} isOwn={isOwn} byGroups={account.rolesByGroups} />
          <OwnRoleFields {...fields} held={account.ownRoles} byGroups={account.ownRolesByGroups} />
          <GroupField {...fields} held={account.groups} />
          <UserPropertiesSection userId={id} />
          {account.disabled === null ? <PasswordSection user={account} /> : null}
          {account.disabled === null ? <SecondFactorSection user={account} isOwn={isOwn} /> : null}
          {account.disabled === null ? <AccessSection user={account} /> : null}
          {isAdministrator ? <RightsSection userId={id} /> : null}
          {isAdministrator && account.disabled !== null ? <EraseSection user={account} /> : null}
        </>
      )}
    </EditRecord>
  )
}

/** What stops with the account, and what stays: sessions, API tokens and, without a choice for them, open tasks by number. */
function describeDisabling(t: Translate, user: UserAccount | undefined, isHandingOver: boolean): string {
  if (user === undefined) return ''
  const { sessions, tokens, openTasks } = user
  return [
    sessions === 0 ? null : t('users.disableSessions', { count: sessions }),
    tokens === 0 ? null : t('users.disableTokens', { count: tokens }),
    openTasks === 0 || isHandingOver ? null : t('users.disableTasks', { count: openTasks }),
    t('users.disableRest'),
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
}
