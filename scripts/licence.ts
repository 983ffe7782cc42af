import { runLicenceCommand } from '../apps/server/src/licence-command.ts'

/** `npm run licence -- keys|create …`: for vendors who sell applications. */
process.exitCode = await runLicenceCommand(process.argv.slice(2), (line) => console.log(line))
