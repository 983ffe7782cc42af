import { Button, Modal, Table } from '@mantine/core'
import { api, type HierarchyImport, limits } from '@millrace/contract'
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
import classes from './hierarchy-tree.module.css'

interface Props {
  /** The id of the hierarchy. */
  readonly id: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onImported: () => void
}

/**
 * The dialog that imports positions from a file with a column of managers. It shows the changes before anything is
 * written.
 */
export function ImportDialog(props: Props) {
  const { t } = useTranslation()
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t('positions.importTitle')} size={720}>
      <ImportFile {...props} />
    </Modal>
  )
}

function ImportFile({ id, onClose, onImported }: Props) {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly File[]>([])
  const [report, setReport] = useState<HierarchyImport | null>(null)
  const [file] = files
  const isTooLarge = file !== undefined && file.size >= limits.file
  const send = useMutation({
    mutationFn: (isDryRun: 'true' | 'false') => {
      const body = new FormData()
      if (file !== undefined) body.append('file', file)
      return call(api.hierarchies.importNodes, { params: { id }, query: { isDryRun }, body })
    },
    onSuccess: (found) => {
      setReport(found)
      if (!found.isImported) return
      showToast({
        kind: 'success',
        title: t('positions.imported'),
        text: t('positions.importCounts', found.counts),
      })
      onImported()
    },
  })
  const changes = report === null ? 0 : report.counts.new + report.counts.changed
  const isReady = report !== null && report.counts.refused === 0 && changes > 0
  return (
    <div className={classes.dialog}>
      {send.isError ? <ErrorBanner title={t('positions.importFailed')} error={send.error} /> : null}
      <FileUpload
        label={t('positions.file')}
        help={t('positions.fileHelp')}
        accept=".csv,.txt,.tsv,.xlsx"
        isSingle
        files={files}
        error={isTooLarge ? t('positions.fileTooLarge') : null}
        onChange={(next) => {
          setFiles(next)
          setReport(null)
          send.reset()
        }}
      />
      {report === null ? null : <Report report={report} />}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {isReady ? (
          <Button variant="filled" loading={send.isPending} onClick={() => send.mutate('false')}>
            {t('positions.importAction', { count: changes })}
          </Button>
        ) : (
          <Button
            variant="filled"
            disabled={file === undefined || isTooLarge}
            loading={send.isPending}
            onClick={() => send.mutate('true')}
          >
            {t('positions.checkFile')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Report({ report: { counts, rows, notes } }: { report: HierarchyImport }) {
  const { t } = useTranslation()
  const listed = rows.filter(({ result }) => result !== 'same')
  const total = counts.new + counts.changed + counts.refused
  return (
    <>
      <Banner
        kind={counts.refused > 0 ? 'warning' : 'info'}
        title={
          counts.refused > 0
            ? t('positions.importRefused', { count: counts.refused })
            : total === 0
              ? t('positions.importSame')
              : t('positions.importCounts', counts)
        }
      >
        {notes.join(' ')}
      </Banner>
      {listed.length === 0 ? null : (
        <ScrollRegion label={t('positions.importRows')} className={classes.report}>
          <PlainTable>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('positions.line')}</Table.Th>
                <Table.Th>{t('positions.person')}</Table.Th>
                <Table.Th>{t('positions.result')}</Table.Th>
                <Table.Th>{t('positions.detail')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {listed.map(({ line, key, result, message }) => (
                <Table.Tr key={line}>
                  <Table.Td className="tn">{line}</Table.Td>
                  <Table.Td>{key}</Table.Td>
                  <Table.Td>{t(`positions.results.${result}`)}</Table.Td>
                  <Table.Td>{message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      {listed.length < total ? (
        <p className={classes.note}>{t('positions.moreRows', { count: total - listed.length })}</p>
      ) : null}
    </>
  )
}
