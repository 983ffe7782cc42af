import IconPlus from 'icon:plus'
import IconUpload from 'icon:upload'
import IconUsers from 'icon:users'
import { api, type UserPropertyType, type VariableType } from '@millrace/contract'
import { userList } from '@millrace/contract/lists/users'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ShortTime } from '../../components/dates/dates.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { Person } from '../../components/person/person.tsx'
import { paths } from '../../config/paths.ts'
import { useUserBulk } from './bulk/use-user-bulk.tsx'
import { Names } from './names.tsx'
import { groupsInUseQuery, ownRolesInUseQuery, propertiesQuery, propertyNamesQuery } from './user-query.ts'
import { UserStateBadge } from './user-state-badge.tsx'

/** The users of the workplace. */
export function Page() {
  const { t } = useTranslation()
  const groups = useQuery(groupsInUseQuery).data ?? []
  const ownRoles = useQuery(ownRolesInUseQuery).data ?? []
  const properties = useQuery(propertiesQuery).data ?? []
  const bulk = useUserBulk()
  return (
    <>
      <ListPage
        list={userList}
        help={t('users.help')}
        call={api.users.list}
        actions={
          <>
            {bulk.last}
            <LinkButton to={paths.userImport} size="xs" leftSection={<IconUpload size={15} stroke={1.6} />}>
              {t('users.import')}
            </LinkButton>
            <LinkButton
              to={paths.user('new')}
              size="xs"
              variant="filled"
              leftSection={<IconPlus size={15} stroke={1.6} />}
            >
              {t('users.add')}
            </LinkButton>
          </>
        }
        failed={t('pageCatalogue.usersOrRole')}
        empty={{ icon: IconUsers, title: t('users.noneTitle'), text: t('users.noneText') }}
        hrefOf={({ id }) => paths.user(id)}
        choices={{
          group: groups.map(({ id, name }) => ({ value: id, label: name })),
          ownRole: ownRoles.map(({ key, name }) => ({ value: key, label: name })),
          property: properties.map(({ key, name, type }) => ({ value: key, label: name, type: comparedAs[type] })),
        }}
        variableNames={propertyNamesQuery}
        variableLabels={new Map(properties.map(({ key, name }) => [key, name]))}
        bulk={bulk.actions}
        hasBulkOfAll
        cells={{
          name: ({ username, name }) => <Person person={{ username, displayName: name }} />,
          roles: ({ roles }) => <Names names={roles} />,
          ownRoles: ({ ownRoles: names }) => <Names names={names} />,
          groups: ({ groups: names }) => <Names names={names} />,
          lastSignIn: ({ lastSignInAt }) =>
            lastSignInAt === null ? t('users.never') : <ShortTime at={lastSignInAt} />,
          state: ({ state }) => <UserStateBadge state={state} />,
        }}
      />
      {bulk.dialog}
    </>
  )
}

/** As what values of each type of property compare. */
const comparedAs: Readonly<Record<UserPropertyType, VariableType>> = {
  ...{ text: 'text', choice: 'text', user: 'text', group: 'text' },
  ...{ number: 'number', boolean: 'flag', date: 'instant' },
}
