import type { StartableProcess } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Tile } from '../../components/tile/tile.tsx'
import { paths } from '../../config/paths.ts'
import { FavouriteStar, listFacts, ProcessIcon, StartActions } from './process-parts.tsx'

export function ProcessTile({ process }: { process: StartableProcess }) {
  const { t } = useTranslation()
  return (
    <Tile
      icon={<ProcessIcon value={process.icon} />}
      title={process.name}
      to={paths.startForm(process.definitionId)}
      corner={<FavouriteStar process={process} />}
      text={process.description}
      facts={listFacts(process, t)}
      actions={<StartActions process={process} />}
    />
  )
}
