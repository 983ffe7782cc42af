import '../../lib/rights-texts.ts'
import IconPlus from 'icon:plus'
import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { OwnRoles } from './own-roles.tsx'
import { pathOfRole, rolesQuery } from './role-queries.ts'
import classes from './roles.module.css'

/** The page with the roles of the product and the number of their members, and the own roles of the workplace. */
export function Page() {
  const { t } = useTranslation()
  const roles = useQuery(rolesQuery)
  return (
    <>
      <PageHeader
        help={t('roles.help')}
        actions={
          <LinkButton
            to={pathOfRole('new')}
            size="xs"
            variant="filled"
            leftSection={<IconPlus size={15} stroke={1.6} />}
          >
            {t('roleEditor.create')}
          </LinkButton>
        }
      />
      <PageBody>
        <QueryFailure query={roles} title={t('roles.failed')} />
        {roles.data === undefined && !roles.isError ? <SkeletonRows count={12} height={40} /> : null}
        {roles.data === undefined ? null : (
          <ScrollRegion label={t('menu.roles')} className={classes.scroll}>
            <PlainTable>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('roles.name')}</Table.Th>
                  <Table.Th>{t('roles.description')}</Table.Th>
                  <Table.Th>{t('roles.memberCount')}</Table.Th>
                  <Table.Th>{t('roles.otherNames')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {roles.data.map(({ name, description, memberCount, otherNames }) => (
                  <Table.Tr key={name}>
                    <Table.Td>
                      <Link to={pathOfRole(name)}>{name}</Link>
                    </Table.Td>
                    <Table.Td>
                      {description === '' || description === null ? t(`roleHelp.${name}`) : description}
                    </Table.Td>
                    <Table.Td>{memberCount.toLocaleString('en')}</Table.Td>
                    <Table.Td>
                      <code>{otherNames.join(', ')}</code>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </PlainTable>
          </ScrollRegion>
        )}
        {/* Below a table that is still to come it would move. */}
        {roles.data === undefined && !roles.isError ? null : <OwnRoles />}
      </PageBody>
    </>
  )
}
