import { runPackageCommand } from '../apps/server/src/package-command.ts'

/** `npm run package -- export|import|diff …`: packages of applications, for pipelines. */
process.exitCode = await runPackageCommand(process.argv.slice(2), {
  print: (line) => console.log(line),
  env: process.env,
  fetch,
})
