import { Button, Checkbox, MultiSelect, Textarea } from '@mantine/core'
import {
  handOverTargets,
  limits,
  mayGiveRole,
  type Person,
  type Role,
  roles,
  type UserChangeKind,
  type UserChangeOfMany,
} from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { hasRole, useSession } from '../../../lib/session/session.ts'
import { type HandOver, HandOverFields } from '../hand-over.tsx'
import { groupsInUseQuery, ownRolesInUseQuery } from '../user-query.ts'
import classes from './bulk.module.css'

interface Props {
  readonly kind: UserChangeKind
  /** The earlier choice of the user. */
  readonly before: UserChangeOfMany | null
  /** The earlier choice of the user who gets the tasks. */
  readonly personBefore: Person | null
  /** Whether the users are being selected. */
  readonly isPending: boolean
  readonly onChoose: (change: UserChangeOfMany, person: Person | null) => void
  readonly onClose: () => void
}

/** The fields for the roles, groups or the reason of a change of several users. */
export function ChangeChoice({ kind, before, personBefore, isPending, onChoose, onClose }: Props) {
  const { t } = useTranslation()
  const [given, setGiven] = useState<readonly string[]>(before !== null && 'roles' in before ? before.roles : [])
  const [ownRoles, setOwnRoles] = useState<readonly string[]>(
    before !== null && 'ownRoles' in before ? before.ownRoles : [],
  )
  const [groups, setGroups] = useState<readonly string[]>(before !== null && 'groups' in before ? before.groups : [])
  const [reason, setReason] = useState(before !== null && 'reason' in before ? before.reason : '')
  const session = useSession()
  // The tasks are assigned with the permissions of operators.
  const mayHandOver = hasRole(session, ['RoleProcessAdmin', 'RoleAdmin'])
  const earlier = before !== null && before.kind === 'disable' ? (before.handOver?.target ?? 'nobody') : undefined
  const [handOver, setHandOver] = useState<HandOver>({
    target: earlier ?? (mayHandOver ? 'substitute' : 'nobody'),
    person: personBefore,
  })
  const change = createChange(kind, {
    handOver,
    roles: given as readonly Role[],
    ownRoles,
    groups,
    reason: reason.trim(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change !== null) onChoose(change, handOver.person)
  }
  return (
    <form className={classes.content} onSubmit={submit} noValidate>
      {kind === 'addRoles' || kind === 'removeRoles' ? (
        <RoleChoice roles={given} onRoles={setGiven} ownRoles={ownRoles} onOwnRoles={setOwnRoles} />
      ) : null}
      {kind === 'joinGroups' || kind === 'leaveGroups' ? <GroupChoice groups={groups} onGroups={setGroups} /> : null}
      {kind === 'disable' ? (
        <>
          <p>{t(mayHandOver ? 'userChanges.disableHandingOver' : 'userChanges.disableText')}</p>
          <Textarea
            label={t('userChanges.reason')}
            description={t('userChanges.reasonHelp')}
            required
            data-autofocus
            maxLength={limits.disabledReason}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {mayHandOver ? <HandOverFields targets={handOverTargets} value={handOver} onChange={setHandOver} /> : null}
        </>
      ) : null}
      {kind === 'restore' ? <p>{t('userChanges.restoreText')}</p> : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" disabled={change === null} loading={isPending}>
          {t('userChanges.show')}
        </Button>
      </div>
    </form>
  )
}

interface Chosen {
  readonly roles: readonly Role[]
  readonly ownRoles: readonly string[]
  readonly groups: readonly string[]
  readonly reason: string
  readonly handOver: HandOver
}

/** Null: something is still to be chosen. */
function createChange(
  kind: UserChangeKind,
  { roles: some, ownRoles, groups, reason, handOver }: Chosen,
): UserChangeOfMany | null {
  switch (kind) {
    case 'addRoles':
    case 'removeRoles':
      return some.length + ownRoles.length === 0 ? null : { kind, roles: [...some], ownRoles: [...ownRoles] }
    case 'joinGroups':
    case 'leaveGroups':
      return groups.length === 0 ? null : { kind, groups: [...groups] }
    case 'disable':
      return reason === '' ? null : withHandOver({ kind, reason }, handOver)
    case 'restore':
      return { kind }
  }
}

/** Null: the user who gets the tasks is still to be chosen. */
function withHandOver(
  change: { readonly kind: 'disable'; readonly reason: string },
  { target, person }: HandOver,
): UserChangeOfMany | null {
  if (target === 'nobody') return change
  if (target !== 'person') return { ...change, handOver: { target } }
  return person === null ? null : { ...change, handOver: { target, username: person.username } }
}

interface RoleChoiceProps {
  readonly roles: readonly string[]
  readonly onRoles: (roles: readonly string[]) => void
  readonly ownRoles: readonly string[]
  readonly onOwnRoles: (keys: readonly string[]) => void
}

function RoleChoice({ roles: given, onRoles, ownRoles, onOwnRoles }: RoleChoiceProps) {
  const { t } = useTranslation()
  const session = useSession()
  const own = useQuery(ownRolesInUseQuery)
  return (
    <>
      <Checkbox.Group label={t('userChanges.roles')} value={[...given]} onChange={onRoles}>
        <div className={classes.grid}>
          {roles.map((role) => (
            <Checkbox
              key={role}
              value={role}
              label={t(`roleName.${role}`)}
              disabled={!mayGiveRole(session.roles, role)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <QueryFailure query={own} title={t('users.ownRolesFailed')} />
      {own.data === undefined || own.data.length === 0 ? null : (
        <Checkbox.Group label={t('userChanges.ownRoles')} value={[...ownRoles]} onChange={onOwnRoles}>
          <div className={classes.grid}>
            {own.data.map(({ key, name, isGivable }) => (
              <Checkbox key={key} value={key} label={name} disabled={!isGivable} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  )
}

interface GroupChoiceProps {
  readonly groups: readonly string[]
  readonly onGroups: (ids: readonly string[]) => void
}

function GroupChoice({ groups, onGroups }: GroupChoiceProps) {
  const { t } = useTranslation()
  const inUse = useQuery(groupsInUseQuery)
  return (
    <>
      <QueryFailure query={inUse} title={t('pageCatalogue.groups')} />
      <MultiSelect
        label={t('userChanges.groups')}
        placeholder={t('userChanges.chooseGroups')}
        searchable
        data-autofocus
        data={(inUse.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        nothingFoundMessage={t('users.noGroup')}
        value={[...groups]}
        onChange={onGroups}
      />
    </>
  )
}
