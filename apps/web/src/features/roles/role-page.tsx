import { Button, Textarea } from '@mantine/core'
import { api, limits, type RoleDetail, readRole } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { awaitAlso } from '../../components/page/await-also.ts'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { TypedGuard } from '../../components/unsaved/typed-guard.tsx'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { GroupsSection } from './groups-section.tsx'
import { MembersSection } from './members-section.tsx'
import { KnownOwnRole, NewOwnRole } from './own-role.tsx'
import { PagesSection } from './pages-section.tsx'
import { groupsOfRoleQuery, membersQuery, roleQuery } from './role-queries.ts'
import classes from './roles.module.css'

/**
 * The page of a role of the product or an own role. For a role of the product: its description, its pages, its members,
 * and the claims that give it.
 */
export function Page() {
  const { roleName = '' } = useParams({ strict: false }) as { roleName?: string }
  if (roleName === 'new') return <NewOwnRole />
  return readRole(roleName) === roleName ? <ProductRole roleName={roleName} /> : <KnownOwnRole roleKey={roleName} />
}

function ProductRole({ roleName }: { roleName: string }) {
  const { t } = useTranslation()
  return (
    <AwaitedPage
      query={awaitAlso(
        useQuery(roleQuery(roleName)),
        useQuery(membersQuery(roleName)),
        useQuery(groupsOfRoleQuery(roleName)),
      )}
      help={t('roles.helpOne')}
      failed={t('roles.failedOne')}
      gone={{ title: t('roles.goneTitle'), text: t('roles.goneText') }}
    >
      {(role) => (
        <>
          <PageHeader title={role.name} help={t('roles.helpOne')} />
          <PageBody>
            <Description key={role.name} role={role} />
            <PagesSection role={role.name} />
            <MembersSection role={role.name} />
            <GroupsSection role={role.name} />
            <SignOn role={role} />
          </PageBody>
        </>
      )}
    </AwaitedPage>
  )
}

function Description({ role }: { role: RoleDetail }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const description = typed ?? role.description
  const isDirty = description.trim() !== role.description
  const save = useMutation({
    mutationFn: (text: string) =>
      call(api.roles.describe, { params: { roleName: role.name }, body: { description: text } }),
    onSuccess: () => showToast({ kind: 'success', title: t('roles.saved') }),
  })
  const fault = describeFaultOf(save.error, 'description')
  return (
    <Section title={t('roles.about')} hint={t('roles.aboutHint')}>
      <TypedGuard isDirty={() => isDirty} />
      {save.isError && fault === undefined ? <ErrorBanner title={t('roles.saveFailed')} error={save.error} /> : null}
      <Textarea
        label={t('roles.description')}
        maxLength={limits.roleDescription}
        autosize
        minRows={2}
        value={description}
        error={fault}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isDirty ? (
        <div className={classes.buttons}>
          <Button variant="filled" loading={save.isPending} onClick={() => save.mutate(description.trim())}>
            {t('roles.save')}
          </Button>
        </div>
      ) : null}
      {role.otherNames.length === 0 ? null : (
        <p className={classes.note}>
          {t('roles.otherNames')}: <code>{role.otherNames.join(', ')}</code>
        </p>
      )}
    </Section>
  )
}

function SignOn({ role: { signOn } }: { role: RoleDetail }) {
  const { t } = useTranslation()
  return (
    <Section title={t('roles.signOn')} hint={t('roles.signOnHint')}>
      <p className={classes.note}>
        {signOn === null ? t('roles.noSignOn') : t('roles.signOnBy', { claim: signOn.claim })}
      </p>
      {signOn === null ? null : (
        <ul className={classes.list}>
          {signOn.values.map((value) => (
            <li key={value}>
              <code>{value}</code>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
