import { api, type Group } from '@millrace/contract'
import { groupList } from '@millrace/contract/lists/groups'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { awaitAlso } from '../../components/page/await-also.ts'
import { EditRecord } from '../../components/record/edit-record.tsx'
import { Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { isComplete, pickDraft, toFields } from './group-draft.ts'
import { GroupFields } from './group-fields.tsx'
import { GroupMembers } from './group-members.tsx'
import { describeGroup, groupQuery, membersQuery, pathOfGroup, usesQuery } from './group-query.ts'
import { GroupUses } from './group-uses.tsx'
import classes from './groups.module.css'
import { NewGroup } from './new-group.tsx'

/** The page of a group. The address `new` opens a new one. */
export function Page() {
  const { groupId = '' } = useParams({ strict: false }) as { groupId?: string }
  return groupId === 'new' ? <NewGroup /> : <KnownGroup id={groupId} />
}

function KnownGroup({ id }: { id: string }) {
  const { t } = useTranslation()
  const params = { id }
  const query = groupQuery(id)
  return (
    <EditRecord
      list={groupList}
      query={awaitAlso(useQuery(query), useQuery(membersQuery(id, '')), useQuery(usesQuery(id)))}
      keep={useKept(query.queryKey)}
      {...describeGroup(t)}
      facts={['key', 'created', 'createdBy']}
      pick={pickDraft}
      save={(draft, revision) => call(api.groups.save, { params, body: { ...toFields(draft), revision } })}
      isComplete={isComplete}
      texts={{ action: t('groups.save'), saved: t('groups.saved'), failed: t('groups.saveFailed') }}
      disable={{
        text: t('groups.disableText'),
        action: t('groups.disableAction'),
        onDisable: (deletedReason) => call(api.groups.disable, { params, query: { deletedReason } }),
        onRestore: () => call(api.groups.restore, { params }),
      }}
    >
      {(group, fields) => (
        <>
          <GroupFields id={id} {...fields} inherited={<Inherited group={group} />} />
          <GroupMembers id={id} isLocked={group.disabled !== null} />
          <Children group={group} />
          <GroupUses id={id} />
        </>
      )}
    </EditRecord>
  )
}

function Inherited({ group: { inheritedRoles } }: { group: Group }) {
  const { t } = useTranslation()
  if (inheritedRoles.length === 0) return null
  return (
    <div>
      <h3 className={classes.head}>{t('groups.inheritedRoles')}</h3>
      <ul className={classes.list}>
        {inheritedRoles.map(({ role, from }) => (
          <li key={`${role} ${from.id}`} className={classes.row}>
            {t('groups.inheritedRole', { role, group: from.name })}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Children({ group: { children } }: { group: Group }) {
  const { t } = useTranslation()
  if (children.length === 0) return null
  return (
    <Section title={t('groups.children')}>
      <ul className={classes.list}>
        {children.map(({ id, name }) => (
          <li key={id} className={classes.row}>
            <Link to={pathOfGroup(id)}>{name}</Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
