/**
 * Builds the image of all roles from the archive beside it. It runs no command, so that equal archives give equal layers.
 * @param name of the archive, without its ending.
 */
export function containerfile(name: string): string {
  return `FROM docker.io/library/node:24-bookworm-slim
# Unpacks the archive.
ADD ${name}.tar.gz /opt/
WORKDIR /opt/${name}
ENV NODE_ENV=production DATA_FOLDER=/data
USER 10001:10001
ENTRYPOINT ["node", "shell/role.cjs"]
`;
}
