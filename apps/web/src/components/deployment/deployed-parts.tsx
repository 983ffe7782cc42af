import IconChevronDown from 'icon:chevron-down'
import { Button, Table } from '@mantine/core'
import type { ApplicationDeployment } from '@millrace/contract'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import { PlainTable } from '../table/plain-table.tsx'
import classes from './deployment.module.css'
import { DecisionChanges, FormChanges, ProcessChanges } from './part-changes.tsx'

type Part = ApplicationDeployment['parts'][number]

interface Props {
  readonly appId: string
  readonly parts: readonly Part[]
}

/** Lists the parts to deploy, the differences from the deployed version, and on request the details of a difference. */
export function DeployedParts({ appId, parts }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<readonly string[]>([])
  if (parts.length === 0) return null
  const isAnyGone = parts.some(({ kind, change }) => kind === 'process' && change === 'removed')
  return (
    <>
      <ScrollRegion label={t('applications.tabs')} className={classes.scroll}>
        <PlainTable className={classes.table} aria-label={t('applications.tabs')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('applications.part')}</Table.Th>
              <Table.Th>{t('applications.kind')}</Table.Th>
              <Table.Th>{t('applications.version')}</Table.Th>
              <Table.Th>{t('applications.change')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parts.map((part) => {
              const { id, name, kind, version, deployedVersion, change } = part
              const isOpen = open.includes(id)
              const toggle = () => setOpen(isOpen ? open.filter((one) => one !== id) : [...open, id])
              return (
                <Fragment key={id}>
                  <Table.Tr>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td>{t(`applications.${kind}`)}</Table.Td>
                    <Table.Td className="tn">
                      {change === 'changed' && deployedVersion !== null ? `${deployedVersion} → ${version}` : version}
                    </Table.Td>
                    <Table.Td>
                      {change === 'changed' ? (
                        <Button
                          size="compact-xs"
                          variant="subtle"
                          aria-expanded={isOpen}
                          aria-label={t('applications.showChanges', { name })}
                          rightSection={<IconChevronDown size={14} stroke={1.6} data-open={isOpen || undefined} />}
                          onClick={toggle}
                        >
                          {t('applications.changed')}
                        </Button>
                      ) : (
                        t(`applications.${change}`)
                      )}
                    </Table.Td>
                  </Table.Tr>
                  {isOpen && deployedVersion !== null ? (
                    <Table.Tr>
                      <Table.Td colSpan={4} className={classes.changes}>
                        <Changes appId={appId} part={part} from={deployedVersion} />
                      </Table.Td>
                    </Table.Tr>
                  ) : null}
                </Fragment>
              )
            })}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
      {isAnyGone ? <p className={classes.text}>{t('applications.removedText')}</p> : null}
    </>
  )
}

function Changes({ appId, part: { kind, id, name, version }, from }: { appId: string; part: Part; from: number }) {
  const which = { appId, id, name, from, to: version }
  if (kind === 'process') return <ProcessChanges {...which} />
  return kind === 'form' ? <FormChanges {...which} /> : <DecisionChanges {...which} />
}
