// The formula of a Homebrew tap: the executable of each platform that has one, pinned by its checksum.
const PLATFORMS = {
  macos: { arm: "darwin-arm64", intel: "darwin-x64" },
  linux: { arm: "linux-arm64", intel: "linux-x64" },
};

/** @param sums SHA-256 of each file of the release, by its name */
export function formula({ version, description, license, from, sums }) {
  const blocks = Object.entries(PLATFORMS).flatMap(([system, processors]) => {
    const parts = Object.entries(processors).flatMap(([processor, platform]) => {
      const file = `parley-${version}-${platform}.tar.gz`;
      const sum = sums.get(file);
      if (!sum) return [];
      return [`    on_${processor} do\n      url "${from}/${file}"\n      sha256 "${sum}"\n    end\n`];
    });
    return parts.length === 0 ? [] : [`  on_${system} do\n${parts.join("")}  end\n`];
  });
  if (blocks.length === 0) throw new Error("no executable was found to write a formula for");
  return `class Parley < Formula
  desc "${description.split(",")[0]}"
  homepage "${from}"
  version "${version}"
  license "${license}"

${blocks.join("\n")}
  def install
    bin.install "parley"
    man1.install Dir["man/*.1"]
    pkgshare.install "docs", "examples", "fixtures"
    doc.install "THIRD-PARTY.txt"
    generate_completions_from_executable(bin/"parley", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/parley --version")
  end
end
`;
}
