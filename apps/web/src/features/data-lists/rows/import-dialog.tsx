import { Button, Modal, NativeSelect, Table } from '@mantine/core'
import { api, type DataList, type ImportReport, limits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { FileUpload } from '../../../components/file-upload/file-upload.tsx'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../../components/table/plain-table.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import type { Translate } from '../../../lib/i18n.ts'
import classes from './rows.module.css'

interface Props {
  readonly list: DataList
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onImported: (list: DataList) => void
}

/**
 * The dialog that imports rows from a file: choose it, see its errors line by line, and import all rows or the valid
 * ones.
 */
export function ImportDialog(props: Props) {
  const { t } = useTranslation()
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t('dataLists.importTitle')} size={720}>
      <ImportFile {...props} />
    </Modal>
  )
}

type Mode = 'add' | 'replace'

function ImportFile({ list, onClose, onImported }: Props) {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly File[]>([])
  const [mode, setMode] = useState<Mode>('add')
  const [report, setReport] = useState<ImportReport | null>(null)
  const hasKey = list.columns.some(({ isKey }) => isKey)
  const [file] = files
  const isTooLarge = file !== undefined && file.size >= limits.file
  const send = useMutation({
    mutationFn: (whenFaulty: 'stop' | 'skip') => {
      const body = new FormData()
      if (file !== undefined) body.append('file', file)
      return call(api.dataLists.importRows, { params: { id: list.id }, query: { mode, whenFaulty }, body })
    },
    onSuccess: (found) => {
      setReport(found)
      if (!found.isImported) return
      onImported(found.list)
      showToast({ kind: 'success', title: t('dataLists.imported'), text: describeCounts(found, t) })
      if (found.faultCount === 0 && found.notes.length === 0) onClose()
    },
  })
  const good = report === null ? 0 : report.rows - report.faultyRows
  const isDone = report?.isImported === true
  return (
    <div className={classes.dialog}>
      {send.isError ? <ErrorBanner title={t('dataLists.importFailed')} error={send.error} /> : null}
      {isDone ? null : (
        <>
          <FileUpload
            label={t('dataLists.file')}
            help={t('dataLists.fileHelp')}
            accept=".csv,.txt,.tsv,.xlsx"
            isSingle
            files={files}
            error={isTooLarge ? t('dataLists.fileTooLarge') : null}
            onChange={(next) => {
              setFiles(next)
              setReport(null)
              send.reset()
            }}
          />
          <NativeSelect
            label={t('dataLists.mode')}
            description={t(hasKey ? 'dataLists.modeHelpKey' : 'dataLists.modeHelp')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            data={[
              { value: 'add', label: t('dataLists.modeAdd') },
              { value: 'replace', label: t('dataLists.modeReplace') },
            ]}
            value={mode}
            onChange={(event) => {
              setMode(event.currentTarget.value as Mode)
              setReport(null)
            }}
          />
        </>
      )}
      {report === null ? null : <Report report={report} />}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t(isDone ? 'dataLists.close' : 'common.cancel')}</Button>
        {isDone ? null : report === null ? (
          <Button
            variant="filled"
            disabled={file === undefined || isTooLarge}
            loading={send.isPending}
            onClick={() => send.mutate('stop')}
          >
            {t('dataLists.importAction')}
          </Button>
        ) : good === 0 ? null : (
          <Button variant="filled" loading={send.isPending} onClick={() => send.mutate('skip')}>
            {t('dataLists.importGood', { count: good })}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The number of errors that are shown; the server reports the first thousand. */
const maxShown = 200

function Report({ report }: { report: ImportReport }) {
  const { t } = useTranslation()
  const { isImported, faults, faultCount, faultyRows, notes } = report
  return (
    <>
      <Banner
        kind={faultCount > 0 ? 'warning' : 'info'}
        title={isImported ? describeCounts(report, t) : t('dataLists.notImported', { count: faultyRows })}
      >
        {notes.join(' ')}
      </Banner>
      {faults.length === 0 ? null : (
        <ScrollRegion label={t('dataLists.faults')} className={classes.report}>
          <PlainTable>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('dataLists.line')}</Table.Th>
                <Table.Th>{t('dataLists.column')}</Table.Th>
                <Table.Th>{t('dataLists.value')}</Table.Th>
                <Table.Th>{t('dataLists.faultHead')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {faults.slice(0, maxShown).map(({ line, column, value, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the report never changes
                <Table.Tr key={index}>
                  <Table.Td className="tn">{line}</Table.Td>
                  <Table.Td>{column}</Table.Td>
                  <Table.Td>{value}</Table.Td>
                  <Table.Td>{message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      {faultCount > maxShown ? (
        <p className={classes.more}>{t('dataLists.moreFaults', { count: faultCount - maxShown })}</p>
      ) : null}
    </>
  )
}

function describeCounts({ added, changed, removed }: ImportReport, t: Translate): string {
  return t('dataLists.counts', { added, changed, removed })
}
