import { Button, Checkbox, FileInput, Modal, Table } from '@mantine/core'
import { adapterImportLimits, api, type ImportedAdapter } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './external-systems.module.css'

const calls = api.externalImports

interface Props {
  readonly apiId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/**
 * The dialog that imports REST adapters from an OpenAPI or WSDL description or a Postman collection: first the file, then the
 * requests.
 */
export function ImportDialog({ apiId, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const params = { id: apiId }
  const [text, setText] = useState('')
  const [refs, setRefs] = useState<readonly string[]>([])
  const preview = useMutation({
    mutationFn: async (file: File) => {
      const content = await file.text()
      setText(content)
      return call(calls.preview, { params, body: { text: content } })
    },
    onSuccess: () => setRefs([]),
  })
  const run = useMutation({
    mutationFn: () => call(calls.run, { params, body: { text, refs: [...refs] } }),
    onSuccess: ({ created, changed }) => {
      onClose()
      showToast({
        kind: 'success',
        title: t('externalSystems.imported'),
        text: t('externalSystems.importedText', { created, changed }),
      })
    },
  })
  const close = () => {
    if (!run.isPending) onClose()
  }
  const reset = () => {
    preview.reset()
    run.reset()
    setRefs([])
  }
  return (
    <Modal opened={isOpen} onClose={close} onExitTransitionEnd={reset} title={t('externalSystems.import')} size={860}>
      <div className={classes.importForm}>
        <FileInput
          label={t('externalSystems.importFile')}
          description={t('externalSystems.importFileHelp')}
          accept="application/json,.json,.yaml,.yml,.wsdl,.xml"
          onChange={(file) => (file === null ? undefined : preview.mutate(file))}
        />
        {preview.isError ? <ErrorBanner title={t('externalSystems.importUnread')} error={preview.error} /> : null}
        {preview.data === undefined ? null : <Requests requests={preview.data.requests} refs={refs} onRefs={setRefs} />}
        {run.isError ? <ErrorBanner title={t('externalSystems.importFailed')} error={run.error} /> : null}
        <div className={classes.actions}>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="filled"
            disabled={refs.length === 0 || refs.length > adapterImportLimits.requests}
            loading={run.isPending}
            onClick={() => run.mutate()}
          >
            {t('externalSystems.importAction', { count: refs.length })}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

interface RequestsProps {
  readonly requests: readonly ImportedAdapter[]
  readonly refs: readonly string[]
  readonly onRefs: (refs: readonly string[]) => void
}

/** The requests of a description, with what an import would change. */
function Requests({ requests, refs, onRefs }: RequestsProps) {
  const { t } = useTranslation()
  if (requests.length === 0) return <p className={classes.empty}>{t('externalSystems.importNone')}</p>
  return (
    <ScrollRegion label={t('externalSystems.importRequests')} className={classes.requests}>
      <PlainTable aria-label={t('externalSystems.importRequests')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">{t('externalSystems.name')}</Table.Th>
            <Table.Th scope="col">{t('externalSystems.request')}</Table.Th>
            <Table.Th scope="col">{t('externalSystems.importState')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {requests.map(({ ref, name, key, method, path, state, changes, notes }) => (
            <Table.Tr key={ref}>
              <Table.Td>
                <Checkbox
                  aria-label={t('externalSystems.importChoose', { name })}
                  disabled={state !== 'new' && state !== 'changed'}
                  checked={refs.includes(ref)}
                  onChange={(event) =>
                    onRefs(event.currentTarget.checked ? [...refs, ref] : refs.filter((one) => one !== ref))
                  }
                />
              </Table.Td>
              <Table.Td>
                {name}
                <div className={classes.disabled}>{key}</div>
              </Table.Td>
              <Table.Td>
                {method} {path}
                {notes.map((note) => (
                  <div key={note} className={classes.disabled}>
                    {note}
                  </div>
                ))}
              </Table.Td>
              <Table.Td>
                {t(`externalSystems.importStates.${state}`)}
                {changes.map(({ field, before, after }) => (
                  <div key={field} className={classes.disabled}>
                    {t('externalSystems.importChange', { field, before, after })}
                  </div>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}
