import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import { Table } from '@mantine/core'
import type { SystemTemplateRow } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { nameLanguages } from './languages.ts'
import classes from './system-templates.module.css'

/** The table of system mails, when each is sent, and whether the workplace has changed it. */
export function SystemTemplateTable({ templates }: { templates: readonly SystemTemplateRow[] }) {
  const { t } = useTranslation()
  return (
    <ScrollRegion label={t('systemTemplates.table')} className={classes.scroll}>
      <PlainTable className={classes.table} aria-label={t('systemTemplates.table')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('systemTemplates.mail')}</Table.Th>
            <Table.Th scope="col">{t('systemTemplates.state')}</Table.Th>
            <Table.Th scope="col" className={classes.changed}>
              {t('systemTemplates.changed')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {templates.map((template) => (
            <Table.Tr key={template.mail}>
              <Table.Td>
                <Link to="/admin/systemTemplates" search={{ mail: template.mail }} className={classes.name}>
                  {t(`systemMail.${template.mail}`)}
                </Link>
                <span className={classes.sent}>{t(`systemMailSent.${template.mail}`)}</span>
              </Table.Td>
              <Table.Td>
                <State template={template} />
              </Table.Td>
              <Table.Td className={classes.changed}>
                {template.updatedAt === null ? null : (
                  <>
                    <DateTime at={template.updatedAt} />{' '}
                    <span className={classes.by}>{template.updatedBy?.displayName}</span>
                  </>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}

function State({ template: { languages, fault } }: { template: SystemTemplateRow }) {
  const { t } = useTranslation()
  return (
    <>
      {languages.length === 0 ? (
        <span className={classes.quiet}>{t('systemTemplates.asBrought')}</span>
      ) : (
        <>
          {t('systemTemplates.own')}
          <span className={classes.sent}>{nameLanguages(languages, t)}</span>
        </>
      )}
      {fault === null ? null : (
        <span className={classes.fault}>
          <IconAlertTriangleFilled size={14} aria-hidden />
          {t('systemTemplates.notUsed')}
        </span>
      )}
    </>
  )
}
