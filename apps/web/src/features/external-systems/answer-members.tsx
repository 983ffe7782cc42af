import IconPlus from 'icon:plus'
import { Button, Table } from '@mantine/core'
import type { AdapterTrial } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import classes from './external-systems.module.css'

interface Props {
  readonly members: AdapterTrial['members']
  readonly paths: readonly string[]
  readonly onPath: (path: string) => void
}

/** The members of the first row of a response, each with a button that adds it as a column. */
export function AnswerMembers({ members, paths, onPath }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.empty}>
        {t('externalSystems.members')}. {t('externalSystems.membersHint')}
      </p>
      <ScrollRegion label={t('externalSystems.members')} className={classes.scroll}>
        <PlainTable aria-label={t('externalSystems.members')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('externalSystems.memberPath')}</Table.Th>
              <Table.Th scope="col">{t('externalSystems.memberSample')}</Table.Th>
              <Table.Th scope="col">{t('externalSystems.memberColumn')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map(({ path, sample }) => (
              <Table.Tr key={path}>
                <Table.Td>{path}</Table.Td>
                <Table.Td>{sample}</Table.Td>
                <Table.Td>
                  {paths.includes(path) ? (
                    t('externalSystems.isColumn')
                  ) : (
                    <Button
                      size="xs"
                      leftSection={<IconPlus size={15} stroke={1.6} />}
                      aria-label={t('externalSystems.makeColumn', { path })}
                      onClick={() => onPath(path)}
                    >
                      {t('externalSystems.makeIt')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
    </>
  )
}
