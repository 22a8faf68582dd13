/** The last layer is the archive alone: equal archives, equal layers. @param name without its ending. */
export function containerfile(name: string): string {
  return `FROM docker.io/library/node:24-bookworm-slim
# Confines the code of releases.
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
# Unpacks the archive.
ADD ${name}.tar.gz /opt/
WORKDIR /opt/${name}
ENV NODE_ENV=production DATA_FOLDER=/data
USER 10001:10001
ENTRYPOINT ["node", "shell/role.cjs"]
`;
}
