import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportDialog } from './import-dialog.tsx'

/** Opens the import of adapters from a description. */
export function ImportButton({ apiId }: { readonly apiId: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('externalSystems.import')}
      </Button>
      <ImportDialog apiId={apiId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
