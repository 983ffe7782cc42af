import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import { Table } from '@mantine/core'
import { type Application, type ApplicationUses, api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { integratePaths } from '../../config/integrate-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import classes from './applications.module.css'

type Use = ApplicationUses['items'][number]

/**
 * The objects of the workplace that an application names: templates, data lists, adapters and global properties, and
 * the parts that name them.
 */
export function UsesOfApplication({ application: { id: appId } }: { application: Application }) {
  const { t } = useTranslation()
  const uses = useQuery({ ...callQuery(api.applications.uses, { params: { appId } }), staleTime: 0 })
  const { items, unreadable = [] } = uses.data ?? {}
  return (
    <div className={classes.part}>
      <p className={classes.text}>{t('applications.usesHint')}</p>
      <QueryFailure query={uses} title={t('applications.usesFailed')} />
      {items === undefined && !uses.isError ? <SkeletonRows count={1} height={40} /> : null}
      {items?.length === 0 ? <p className={classes.none}>{t('applications.noUses')}</p> : null}
      {items === undefined || items.length === 0 ? null : (
        <ScrollRegion label={t('applications.tabUses')} className={classes.scroll}>
          <PlainTable className={classes.table} aria-label={t('applications.tabUses')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('applications.use')}</Table.Th>
                <Table.Th>{t('applications.kind')}</Table.Th>
                <Table.Th>{t('applications.usedBy')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((use) => (
                <Table.Tr key={`${use.kind} ${use.id ?? use.name}`}>
                  <Table.Td>
                    <NameOfUse use={use} />
                  </Table.Td>
                  <Table.Td>{t(`applications.useKinds.${use.kind}`)}</Table.Td>
                  <Table.Td className={classes.wrapped}>
                    {use.by.map((part, at) => (
                      <Fragment key={part.id}>
                        {at === 0 ? null : ', '}
                        <Link to={pathOfPart(appId, part)}>{part.name}</Link>
                      </Fragment>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      {unreadable.length === 0 ? null : (
        <p className={classes.text}>
          {t('applications.usesUnreadable', { names: unreadable.map(({ name }) => name).join(', ') })}
        </p>
      )}
    </div>
  )
}

function NameOfUse({ use }: { use: Use }) {
  const { t } = useTranslation()
  const isIntegrator = hasRole(useSession(), ['RoleIntegration'])
  const path = pathOfUse(use)
  // Who may not see where it leads has its name.
  if (use.systemId !== null && !isIntegrator) return use.name
  if (path !== null) return <Link to={path}>{use.name}</Link>
  return (
    <>
      {use.name}
      <span className={classes.gone}>
        <IconAlertTriangleFilled size={14} aria-hidden />
        {t('applications.useGone')}. {t('applications.useGoneText')}
      </span>
    </>
  )
}

function pathOfUse({ kind, id, applicationId, systemId, apiId }: Use): string | null {
  if (id === null) return null
  switch (kind) {
    case 'email-template':
      return designPaths.emailTemplate(id)
    case 'form-template':
      return designPaths.formTemplate(id)
    case 'form':
      return applicationId === null ? null : designPaths.form(applicationId, id)
    case 'data-list':
      return designPaths.dataList(id)
    case 'rest-adapter':
    case 'sql-adapter':
      return systemId === null ? null : integratePaths.adapter(systemId, kind === 'rest-adapter' ? 'rest' : 'sql', id)
    case 'adapter':
      // One that is there is told with its kind.
      return null
    case 'file-adapter':
      return systemId === null || apiId === undefined ? null : integratePaths.fileAdapter(systemId, apiId, id)
    case 'global-property':
      return designPaths.globalProperty(id)
    default:
      return kind satisfies never
  }
}

function pathOfPart(appId: string, { kind, id }: Use['by'][number]): string {
  if (kind === 'process') return designPaths.appProcess(appId, id)
  return kind === 'form' ? designPaths.form(appId, id) : designPaths.appDecision(appId, id)
}
